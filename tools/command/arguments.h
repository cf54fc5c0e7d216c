// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The command line of a subcommand, and its help.
#pragma once

#include <glib.h>

#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace videohistogram::tools {

/// Describe the options, then call parse() once. Each variable keeps its value, which is the
/// default, unless the option is given. Texts are bytes as the shell passed them.
class Arguments {
public:
  /// `usage` stands after the name of the subcommand, such as "INPUT... -o FILE"; `summary` are
  /// lines of at most 90 characters. All other texts are literals.
  Arguments(const char* usage, std::string summary) : usage_(usage), summary_(std::move(summary)) {}

  /// `letter` is 0 for an option that has only a long name.
  void text(const char* name, char letter, std::string& value, const char* placeholder,
            const char* help);
  void number(const char* name, char letter, int& value, const char* placeholder, const char* help);
  void real(const char* name, double& value, const char* placeholder, const char* help);
  void flag(const char* name, char letter, bool& value, const char* help);

  /// Takes the arguments after the name of the program, the subcommand first. Returns those that
  /// are no options. Prints the help and ends the process if --help is given. Throws Failure, also
  /// with the message `missing`, if there is one, for no argument that is no option.
  std::vector<std::string> parse(int argc, char** argv, const char* missing = nullptr);

private:
  template <class Value, class Raw>
  struct Target {
    Value* value;
    Raw raw;
  };
  std::vector<std::string> separate_letters(int argc, char** argv) const;
  void add(const char* name, char letter, GOptionArg kind, void* to, const char* placeholder,
           const char* help);

  void print_help(GOptionContext* context) const;

  const char* const usage_;
  const std::string summary_;
  std::vector<GOptionEntry> entries_;
  // Deques, because GLib keeps the addresses of their elements.
  std::deque<Target<std::string, gchar*>> texts_;
  std::deque<Target<bool, gboolean>> flags_;
};

/// Throws Failure unless the value of the option is one of `allowed`. The message lists these, such
/// as "csv, jsonl or qctools".
void require_one_of(const char* option, const std::string& value,
                    const std::vector<const char*>& allowed);

} // namespace videohistogram::tools
