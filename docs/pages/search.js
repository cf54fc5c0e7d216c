// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The search over all pages: sections that have every word of the query. `searchIndex` comes from
// search-index.js: arrays of link, title of the page, heading, text.
"use strict";

const wide = matchMedia("(min-width: 48.01rem)");
const chapters = document.getElementById("chapters");
const arrange = () => { chapters.open = wide.matches; };
wide.addEventListener("change", arrange);
arrange();

const query = document.getElementById("query");
const results = document.getElementById("results");
const most = 25;

// How well a section fits: words in headings count most, then the number of times in the text.
function score(section, words) {
  const [, title, heading, text] = section.map((part) => part.toLowerCase());
  let sum = 0;
  for (const word of words) {
    const inHeading = heading.includes(word), inTitle = title.includes(word);
    const times = text.split(word).length - 1;
    if (!inHeading && !inTitle && times === 0)
      return 0;
    sum += (heading === word ? 60 : 0) + (inHeading ? 20 : 0) + (inTitle ? 5 : 0) + Math.min(times, 5);
  }
  return sum;
}

function excerpt(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 50);
  return (at > 0 ? "…" : "") + text.slice(at, at + 150) + (text.length > at + 150 ? "…" : "");
}

function show() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.replaceChildren();
  results.hidden = words.length === 0;
  if (results.hidden)
    return;
  const found = searchIndex.map((section) => [score(section, words), section]).filter(([s]) => s > 0);
  found.sort((a, b) => b[0] - a[0]);
  for (const [, [link, title, heading, text]] of found.slice(0, most)) {
    const a = document.createElement("a");
    const small = document.createElement("small");
    a.href = link;
    a.append(heading === title ? title : `${heading} – ${title}`);
    small.append(excerpt(text, words[0]));
    a.append(small);
    results.append(a);
  }
  if (found.length === 0)
    results.append("Nothing has all of these words.");
}

function close() {
  query.value = "";
  show();
}

query.addEventListener("input", show);
results.addEventListener("click", close);
document.addEventListener("keydown", (event) => {
  const links = [...results.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (event.key === "/" && document.activeElement !== query) {
    event.preventDefault();
    query.focus();
  } else if (event.key === "Escape") {
    close();
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && links.length > 0 &&
             (at >= 0 || document.activeElement === query)) {
    event.preventDefault();
    const next = at + (event.key === "ArrowDown" ? 1 : -1);
    (links[next] ?? query).focus();
  } else if (event.key === "Enter" && document.activeElement === query && links.length > 0) {
    links[0].click();
  }
});
