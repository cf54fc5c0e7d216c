// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The scripts of pages. A page is complete without its script, and the script loads nothing: its
// data is JSON in the page, in an element with the id "data".
#pragma once

namespace videohistogram::tools {

/// Searches, filters and sorts the videos of an index. Matches are listed in a table of their own,
/// in place of the list of the page, which has the first videos only.
constexpr const char* index_script = R"(
(() => {
const rows_at_once = 50;
const element = id => document.getElementById(id);
const data = JSON.parse(element('data').textContent);
const form = element('tools'), list = element('list'), found = element('found');
const [name, folder, page, group, length, length_text, pixels, size_text, frames, shots, findings, kinds] = Array(12).keys();
const headings = [...found.querySelectorAll('th')].map(heading => heading.textContent);
const collator = new Intl.Collator(undefined, {numeric: true});
const keys = {name, length, pixels, frames, shots, findings};
const texts = new Map(data.videos.map(video => [video, (video[folder] + video[name]).toLowerCase()]));
let order = data.videos, shown = rows_at_once;

function sort() {
  const key = keys[form.sort.value], sign = form.reverse.checked ? -1 : 1;
  order = data.videos.slice();
  if (key === name)
    order.sort((a, b) => sign * collator.compare(a[name], b[name]));
  else if (key !== undefined)
    order.sort((a, b) => sign * (a[key] - b[key]));
  else if (sign < 0)
    order.reverse();
}
function cell(row, text, type) {
  const made = row.insertCell();
  made.textContent = text;
  made.className = type || '';
  made.dataset.name = headings[made.cellIndex];
  return made;
}
function add_row(body, video) {
  const row = body.insertRow(), first = cell(row, ''), link = document.createElement('a'), place = document.createElement('span');
  link.href = video[page];
  link.textContent = video[name];
  link.dir = place.dir = 'auto';
  place.className = 'soft';
  place.textContent = video[folder];
  first.append(link, place);
  cell(row, data.groups[video[group]]);
  for (const key of [length_text, size_text])
    cell(row, video[key], 'number');
  for (const key of [frames, shots, findings])
    cell(row, video[key].toLocaleString('en'), 'number');
}
function show() {
  const words = form.search.value.toLowerCase().split(/\s+/).filter(word => word);
  const state = form.state.value, kind = form.kind.value;
  const active = words.length || state || kind || form.sort.value || form.reverse.checked;
  list.hidden = active;
  found.hidden = !active;
  if (!active)
    return;
  const matches = order.filter(video => (!state || video[group] == state) && (!kind || video[kinds].includes(+kind)) &&
                                        words.every(word => texts.get(video).includes(word)));
  const body = found.querySelector('tbody');
  body.replaceChildren();
  for (const video of matches.slice(0, shown))
    add_row(body, video);
  const more = matches.length - Math.min(shown, matches.length);
  element('count').textContent = matches.length.toLocaleString('en') + (matches.length === 1 ? ' video' : ' videos');
  element('more').hidden = !more;
  element('more').textContent = 'Show more of ' + more.toLocaleString('en') + ' further videos';
}
form.addEventListener('input', event => {
  shown = rows_at_once;
  if (event.target === form.sort || event.target === form.reverse)
    sort();
  show();
});
form.addEventListener('submit', event => event.preventDefault());
element('more').addEventListener('click', () => {
  shown += 10 * rows_at_once;
  show();
});
form.hidden = false;
sort(); // a browser may keep what was chosen when it comes back to the page
show();
})();
)";

/// Tells the frame, the time and the values under the pointer, and where the keys left and right
/// have moved to, in all charts of a video at once.
constexpr const char* video_script = R"(
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const number = value => value.toLocaleString('en');
const charts = [...document.querySelectorAll('.chart')].map(figure => {
  const plots = [...figure.querySelectorAll('.plot')], readout = document.createElement('p');
  readout.className = 'readout';
  readout.setAttribute('aria-live', 'polite');
  figure.querySelector('.plot, .lane-name').before(readout);
  const markers = plots.map(plot => plot.appendChild(document.createElement('i')));
  markers.forEach(marker => { marker.className = 'marker'; marker.hidden = true; });
  return {plots, markers, readout, unit: figure.dataset.unit || '', factor: +figure.dataset.factor || 1,
          names: (figure.dataset.figures || '').split(' ').filter(name => name)};
});
const first_of = span => Math.ceil(span * data.frames / data.spans);
let current = -1;

function value_text(name, span, factor, unit) {
  const [least, greatest] = data.figures[name];
  if (least[span] === null)
    return '';
  const text = value => String(+(value * factor).toPrecision(6)) + unit;
  const range = greatest && greatest[span] !== least[span];
  return name + ' ' + text(least[span]) + (range ? ' to ' + text(greatest[span]) : '');
}
function show(span) {
  current = Math.max(0, Math.min(span, data.spans - 1));
  const first = first_of(current), last = first_of(current + 1) - 1;
  const frames = first === last ? 'frame ' + number(first) : 'frames ' + number(first) + ' to ' + number(last);
  for (const chart of charts) {
    const values = chart.names.map(name => value_text(name, current, chart.factor, chart.unit));
    chart.readout.textContent = [frames, data.times[current] || '', ...values].filter(text => text).join(' · ');
    for (const marker of chart.markers) {
      marker.hidden = false;
      marker.style.left = 100 * (first + last + 1) / 2 / data.frames + '%';
    }
  }
}
function hide() {
  current = -1;
  for (const chart of charts) {
    chart.readout.textContent = '';
    chart.markers.forEach(marker => marker.hidden = true);
  }
}
for (const {plots} of charts) {
  for (const plot of plots) {
    plot.tabIndex = 0;
    plot.addEventListener('pointermove', event => {
      const box = plot.getBoundingClientRect(), frame = Math.floor((event.clientX - box.left) / box.width * data.frames);
      show(Math.floor(frame * data.spans / data.frames));
    });
    plot.addEventListener('pointerleave', hide);
    plot.addEventListener('blur', hide);
    plot.addEventListener('keydown', event => {
      const step = {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -data.spans, End: data.spans}[event.key];
      if (step === undefined)
        return;
      event.preventDefault();
      show(current + step);
    });
  }
}
})();
)";

} // namespace videohistogram::tools
