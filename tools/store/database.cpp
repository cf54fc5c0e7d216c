// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/database.h"

#include "tools/command/failure.h"
#include "tools/command/signals.h"
#include "tools/text/escape.h"

#include <sqlite3.h>

#include <cmath>
#include <cstdio>
#include <limits>
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
  // A name such as file:x or :memory: is that of a file as well.
  const std::string file = path.front() == '/' ? path : "./" + path;
  const int creation = access == Access::write ? SQLITE_OPEN_CREATE : 0;
  if (sqlite3_open_v2(file.c_str(), &handle_, SQLITE_OPEN_READWRITE | creation, nullptr) !=
      SQLITE_OK) {
    const Failure failure{
        "cannot open " + name_ + ": " + (handle_ ? sqlite3_errmsg(handle_) : "no memory"), misused};
    sqlite3_close(handle_);
    throw failure;
  }
  sqlite3_extended_result_codes(handle_, 1);
  try {
    if (access == Access::write) {
      lock_.emplace(file, name_);
      sqlite3_busy_handler(handle_, wait_for_readers, this);
    } else {
      sqlite3_busy_timeout(handle_, reader_patience);
      run("PRAGMA query_only=1");
    }
  } catch (...) {
    sqlite3_close(handle_);
    throw;
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

Database::~Database() {
  sqlite3_close(handle_);
}

void Database::run(const std::string& statements) {
  if (sqlite3_exec(handle_, statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    fail();
}

bool Database::begin_without_readers() {
  waits_ = false;
  const int result = sqlite3_exec(handle_, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr);
  waits_ = true;
  if (result != SQLITE_OK && (result & 0xFF) != SQLITE_BUSY)
    fail();
  return result == SQLITE_OK;
}

int64_t Database::number(const std::string& query) {
  Statement statement(*this, query);
  return statement.step() ? statement.column_number() : 0;
}

void Database::fail() const {
  const int code = sqlite3_errcode(handle_) & 0xFF;
  if (code == SQLITE_NOTADB)
    throw misuse(name_ + " is not a database of results; name another file");
  if (code == SQLITE_BUSY && interruption_ != 0)
    throw Failure{"ended while another program reads " + name_, 128 + interruption_};
  if (code == SQLITE_BUSY)
    throw misuse("another command writes " + name_ + "; try again later");
  throw Failure{name_ + ": " + sqlite3_errmsg(handle_)};
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

Statement& Statement::bind(int64_t value) {
  check(sqlite3_bind_int64(handle_, ++parameter_, value));
  return *this;
}

Statement& Statement::bind(double value) {
  if (std::isnan(value))
    return bind_null();
  check(sqlite3_bind_double(handle_, ++parameter_, value));
  return *this;
}

Statement& Statement::bind_text(std::string_view text) {
  const std::string utf8 = to_utf8(text);
  check(sqlite3_bind_text64(handle_, ++parameter_, utf8.data(), utf8.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_bytes(std::string_view bytes) {
  check(sqlite3_bind_blob64(handle_, ++parameter_, bytes.data(), bytes.size(), SQLITE_TRANSIENT));
  return *this;
}

Statement& Statement::bind_null() {
  check(sqlite3_bind_null(handle_, ++parameter_));
  return *this;
}

Statement& Statement::bind_value(const Value& value) {
  if (const auto* whole = std::get_if<int64_t>(&value))
    return bind(*whole);
  if (const auto* real = std::get_if<double>(&value))
    return bind(*real);
  if (const auto* text = std::get_if<std::string>(&value))
    return bind_text(*text);
  return bind_null();
}

Statement& Statement::bind_row(const Row& row) {
  for (const Field& field : row)
    bind_value(field.value);
  return *this;
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

int64_t Statement::column_number() {
  return sqlite3_column_int64(handle_, column_++);
}

double Statement::column_real() {
  const int column = column_++;
  return sqlite3_column_type(handle_, column) == SQLITE_NULL
             ? std::numeric_limits<double>::quiet_NaN()
             : sqlite3_column_double(handle_, column);
}

bool Statement::next_is_null() const {
  return sqlite3_column_type(handle_, column_) == SQLITE_NULL;
}

std::string Statement::column_text() {
  const int column = column_++;
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_, column));
  return bytes ? std::string(bytes, static_cast<size_t>(sqlite3_column_bytes(handle_, column)))
               : std::string();
}

Transaction::Transaction(Database& database, Access access) : database_(database) {
  database_.run(access == Access::write ? "BEGIN IMMEDIATE" : "BEGIN");
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
