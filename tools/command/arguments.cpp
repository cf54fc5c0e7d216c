// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/command/arguments.h"

#include "tools/base/failure.h"
#include "tools/text/escape.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace videohistogram::tools {

void Arguments::add(const char* name, char letter, GOptionArg kind, void* to,
                    const char* placeholder, const char* help) {
  entries_.push_back({name, letter, 0, kind, to, help, placeholder});
}

void Arguments::text(const char* name, char letter, std::string& value, const char* placeholder,
                     const char* help) {
  texts_.push_back({&value, nullptr});
  add(name, letter, G_OPTION_ARG_FILENAME, &texts_.back().raw, placeholder, help);
}

void Arguments::number(const char* name, char letter, int& value, const char* placeholder,
                       const char* help) {
  add(name, letter, G_OPTION_ARG_INT, &value, placeholder, help);
}

void Arguments::real(const char* name, double& value, const char* placeholder, const char* help) {
  add(name, 0, G_OPTION_ARG_DOUBLE, &value, placeholder, help);
}

void Arguments::flag(const char* name, char letter, bool& value, const char* help) {
  flags_.push_back({&value, value});
  add(name, letter, G_OPTION_ARG_NONE, &flags_.back().raw, nullptr, help);
}

/// The arguments with the values of short options apart: -j2 becomes -j 2, which GLib reads.
std::vector<std::string> Arguments::separate_letters(int argc, char** argv) const {
  const auto takes_value = [&](const auto& is_option) {
    return std::any_of(entries_.begin(), entries_.end(), [&](const GOptionEntry& entry) {
      return entry.arg != G_OPTION_ARG_NONE && is_option(entry);
    });
  };
  std::vector<std::string> arguments;
  bool is_value = false, are_options = true;
  for (int i = 0; i < argc; i++) {
    const std::string argument = argv[i];
    const auto has_letter = [&](const GOptionEntry& entry) {
      return argument.size() >= 2 && argument[0] == '-' && argument[1] == entry.short_name;
    };
    const auto has_name = [&](const GOptionEntry& entry) {
      return argument == std::string("--") + entry.long_name;
    };
    if (argument == "--" && !is_value)
      are_options = false;
    if (are_options && !is_value && argument.size() > 2 && takes_value(has_letter)) {
      arguments.push_back(argument.substr(0, 2));
      arguments.push_back(argument.substr(argument[2] == '=' ? 3 : 2));
      continue;
    }
    arguments.push_back(argument);
    is_value = are_options && !is_value && (takes_value(has_letter) || takes_value(has_name));
  }
  return arguments;
}

/// The lines of GLib, but with three points for a character that is not in every locale.
void Arguments::print_help(GOptionContext* context) const {
  gchar* raw = g_option_context_get_help(context, TRUE, nullptr);
  std::string help = raw;
  g_free(raw);
  constexpr std::string_view ellipsis = "\u2026";
  for (size_t place; (place = help.find(ellipsis)) != std::string::npos;)
    help.replace(place, ellipsis.size(), "...");
  std::fputs(help.c_str(), stdout);
}

std::vector<std::string> Arguments::parse(int argc, char** argv, const char* missing) {
  g_set_prgname((std::string("gst-videohistogram-1.0 ") + argv[0]).c_str());
  gchar** rest = nullptr;
  bool help = false;
  flag("help", 'h', help, "Print this text");
  add(G_OPTION_REMAINING, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, usage_, nullptr);
  entries_.push_back({nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr});
  const std::unique_ptr<GOptionContext, decltype(&g_option_context_free)> context(
      g_option_context_new(nullptr), g_option_context_free);
  g_option_context_set_help_enabled(context.get(), FALSE);
  g_option_context_set_summary(context.get(), summary_.c_str());
  g_option_context_add_main_entries(context.get(), entries_.data(), nullptr);
  GError* error = nullptr;
  std::vector<std::string> separate = separate_letters(argc, argv);
  std::vector<char*> pointers;
  for (std::string& argument : separate)
    pointers.push_back(argument.data());
  int number = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  char** list = pointers.data();
  const bool parsed = g_option_context_parse(context.get(), &number, &list, &error);

  for (auto& [value, raw] : texts_) {
    if (raw)
      *value = raw;
    g_free(raw);
  }
  for (auto& [value, raw] : flags_)
    *value = raw != FALSE;
  std::vector<std::string> arguments;
  for (gchar** argument = rest; argument && *argument; argument++)
    arguments.emplace_back(*argument);
  g_strfreev(rest);
  if (!parsed) {
    const Failure failure = misuse(escape_for_terminal(error->message));
    g_error_free(error);
    throw failure;
  }
  if (help) {
    print_help(context.get());
    std::exit(std::fflush(stdout) == 0 ? success : videos_failed);
  }
  if (missing && arguments.empty())
    throw misuse(missing);
  return arguments;
}

void require_one_of(const char* option, const std::string& value,
                    const std::vector<const char*>& allowed) {
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end())
    return;
  std::string list;
  for (size_t i = 0; i < allowed.size(); i++)
    list += (i == 0 ? "" : i + 1 == allowed.size() ? " or " : ", ") + std::string(allowed[i]);
  throw misuse(std::string(option) + " is " + list + ", not " + escape_for_terminal(value));
}

} // namespace videohistogram::tools
