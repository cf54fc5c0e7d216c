// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// SQLite with owning handles. Errors are Failures that name the file.
#pragma once

#include "tools/record/values.h"
#include "tools/store/writer_lock.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace videohistogram::tools {

/// The use for which a database is opened.
enum class Access {
  write, ///< creates the file if needed; only one process at a time may have it open for writing
  read   ///< writes nothing, but rolls back what a killed process left unfinished
};

/// Other processes may read a database between the transactions of a writer. At the end of a
/// transaction a writer waits for readers, until one of stop_signals comes, which the caller must
/// have blocked. A reader waits for a writer, for 30 s at most.
class Database {
public:
  /// Throws Failure.
  explicit Database(const std::string& path, Access access = Access::write);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Runs statements without results.
  void run(const std::string& statements);
  /// Begins a transaction. Returns false only if `waits` is false and another process reads; a
  /// transaction without waiting also keeps readers out.
  bool begin(Access access, bool waits);
  /// The first number of the first row; 0 if there is none.
  int64_t number(const std::string& query);
  [[noreturn]] void fail() const;
  sqlite3* handle() const { return handle_.get(); }
  /// The name of the file, escaped for messages.
  const std::string& name() const { return name_; }

private:
  struct Closer {
    void operator()(sqlite3* handle) const;
  };
  static int wait_for_readers(void* database, int waits);

  std::optional<WriterLock> lock_; ///< goes when the connection is closed
  std::unique_ptr<sqlite3, Closer> handle_;
  std::string name_;
  bool waits_ = true;    ///< for readers
  int interruption_ = 0; ///< the signal that ended a wait
};

/// A prepared statement. Columns and parameters are numbered by the order of the calls.
class Statement {
public:
  Statement(Database& database, const std::string& text);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// Binds values; each field of a record is one.
  template <class... T>
  Statement& bind(const T&... values) {
    (bind_any(values), ...);
    return *this;
  }
  /// Binds the next column of the current row of another statement as it is.
  Statement& bind_column(Statement& row);

  /// Steps to the next row; returns false if there is none. Without a row the statement is ready to
  /// be bound and run again.
  bool step();
  /// Makes a statement ready to be bound and run again before its last row was read.
  void reset();
  /// Reads the next columns into these variables, or into each field of a record.
  template <class... T>
  void read(T&&... fields) {
    (read_any(fields), ...);
  }

private:
  template <class T>
  void bind_any(const T& value) {
    if constexpr (is_record<T>)
      each_field(value, [this](const char*, const auto& field) { bind_any(field); });
    else
      bind_value(to_value(value));
  }
  template <class T>
  void read_any(T& value) {
    if constexpr (is_record<T>)
      each_field(value, [this](const char*, auto&& field) { read_any(field); });
    else
      from_value(next_column(), value);
  }
  /// Bytes of texts that are not UTF-8 are replaced.
  void bind_value(const Value& value);
  Value next_column();
  void check(int result);

  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
  int parameter_ = 0, column_ = 0;
};

/// Rolls back unless commit() was called. One for reading sees the same content throughout, and
/// keeps writers waiting.
class Transaction {
public:
  explicit Transaction(Database& database, Access access = Access::write, bool waits = true)
      : database_(database), open_(database.begin(access, waits)) {}
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  /// False if Database::begin() returned false.
  bool is_open() const { return open_; }
  void commit();

private:
  Database& database_;
  bool open_;
};

} // namespace videohistogram::tools
