// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/database.h"

#include "tools/base/failure.h"
#include "tools/base/signals.h"
#include "tools/text/escape.h"

#include <sqlite3.h>

#include <cstdio>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

/// The longest time that a reader waits for a writer, which for a long video takes some seconds.
constexpr int reader_patience = 30000; // ms

/// The time between two attempts of a writer, and the number of them until the user is told.
constexpr int retry_interval = 20; // ms
constexpr int quiet_retries = 50;

} // namespace

Database::Database(const std::string& path, Access access) : name_(escape_for_terminal(path)) {
  if (path.empty())
    throw misuse("the name of a database is empty");
  // Without a path, SQLite would take names such as file:x and :memory: for something else.
  const std::string file = path.front() == '/' ? path : "./" + path;
  const int creation = access == Access::write ? SQLITE_OPEN_CREATE : 0;
  sqlite3* handle = nullptr;
  const int result =
      sqlite3_open_v2(file.c_str(), &handle, SQLITE_OPEN_READWRITE | creation, nullptr);
  handle_.reset(handle);
  if (result != SQLITE_OK)
    throw misuse("cannot open " + name_ + ": " + (handle ? sqlite3_errmsg(handle) : "no memory"));
  sqlite3_extended_result_codes(handle, 1);
  if (access == Access::write) {
    lock_.emplace(file, name_);
    sqlite3_busy_handler(handle, wait_for_readers, this);
  } else {
    sqlite3_busy_timeout(handle, reader_patience);
    run("PRAGMA query_only=1");
  }
}

int Database::wait_for_readers(void* database, int waits) {
  auto* self = static_cast<Database*>(database);
  if (!self->waits_)
    return 0;
  self->interruption_ = pending_stop_signal();
  if (self->interruption_ != 0)
    return 0;
  if (waits == quiet_retries)
    std::fprintf(stderr, "%swaiting for a program that reads %s\n",
                 isatty(STDERR_FILENO) ? "\r\033[K" : "", self->name_.c_str());
  sqlite3_sleep(retry_interval);
  return 1;
}

void Database::Closer::operator()(sqlite3* handle) const {
  sqlite3_close(handle);
}

void Database::run(const std::string& statements) {
  if (sqlite3_exec(handle(), statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    fail();
}

bool Database::begin(Access access, bool waits) {
  const char* statement = access == Access::read ? "BEGIN"
                          : waits                ? "BEGIN IMMEDIATE"
                                                 : "BEGIN EXCLUSIVE";
  waits_ = waits;
  const int result = sqlite3_exec(handle(), statement, nullptr, nullptr, nullptr);
  waits_ = true;
  if (result != SQLITE_OK && (waits || (result & 0xFF) != SQLITE_BUSY))
    fail();
  return result == SQLITE_OK;
}

int64_t Database::number(const std::string& query) {
  Statement statement(*this, query);
  int64_t number = 0;
  if (statement.step())
    statement.read(number);
  return number;
}

void Database::fail() const {
  const int code = sqlite3_errcode(handle()) & 0xFF;
  if (code == SQLITE_NOTADB)
    throw misuse(name_ + " is not a database of results; name another file");
  if (code == SQLITE_BUSY && interruption_ != 0)
    throw Failure{"ended while another program reads " + name_, 128 + interruption_};
  if (code == SQLITE_BUSY)
    throw misuse("another command writes " + name_ + "; try again later");
  throw Failure{name_ + ": " + sqlite3_errmsg(handle())};
}

Statement::Statement(Database& database, const std::string& text) : database_(database) {
  check(sqlite3_prepare_v2(database.handle(), text.c_str(), -1, &handle_, nullptr));
}

Statement::~Statement() {
  sqlite3_finalize(handle_);
}

void Statement::check(int result) {
  if (result != SQLITE_OK)
    database_.fail();
}

void Statement::bind_value(const Value& value) {
  const int place = ++parameter_;
  if (const auto* answer = std::get_if<bool>(&value)) {
    check(sqlite3_bind_int64(handle_, place, *answer));
  } else if (const auto* whole = std::get_if<int64_t>(&value)) {
    check(sqlite3_bind_int64(handle_, place, *whole));
  } else if (const auto* real = std::get_if<double>(&value)) {
    check(sqlite3_bind_double(handle_, place, *real)); // NaN becomes NULL
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    const std::string utf8 = to_utf8(*text);
    check(sqlite3_bind_text64(handle_, place, utf8.data(), utf8.size(), SQLITE_TRANSIENT,
                              SQLITE_UTF8));
  } else if (const auto* data = std::get_if<Bytes>(&value)) {
    check(sqlite3_bind_blob64(handle_, place, data->bytes.data(), data->bytes.size(),
                              SQLITE_TRANSIENT));
  } else {
    check(sqlite3_bind_null(handle_, place));
  }
}

Statement& Statement::bind_column(Statement& row) {
  check(
      sqlite3_bind_value(handle_, ++parameter_, sqlite3_column_value(row.handle_, row.column_++)));
  return *this;
}

bool Statement::step() {
  const int result = sqlite3_step(handle_);
  column_ = 0;
  if (result == SQLITE_ROW)
    return true;
  if (result != SQLITE_DONE)
    database_.fail();
  reset();
  return false;
}

void Statement::reset() {
  sqlite3_reset(handle_);
  parameter_ = column_ = 0;
}

Value Statement::next_column() {
  const int column = column_++;
  switch (sqlite3_column_type(handle_, column)) {
  case SQLITE_NULL:
    return {};
  case SQLITE_INTEGER:
    return int64_t{sqlite3_column_int64(handle_, column)};
  case SQLITE_FLOAT:
    return sqlite3_column_double(handle_, column);
  default:
    break;
  }
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_, column));
  return bytes ? std::string(bytes, static_cast<size_t>(sqlite3_column_bytes(handle_, column)))
               : std::string();
}

Transaction::~Transaction() {
  // After some errors SQLite has rolled back already.
  if (open_)
    sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

} // namespace videohistogram::tools
