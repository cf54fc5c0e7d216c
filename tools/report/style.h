// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The style sheet of all pages.
#pragma once

namespace videohistogram::tools {

constexpr const char* page_style = R"(
:root {
  color-scheme: light dark;
  --paper: #fcfbf9; --card: #ffffff; --ink: #1d1c1a; --soft: #67635c; --line: #e3dfd7;
  --accent: #24598f; --good: #2c7a4b; --notice: #96620a; --bad: #b3261e;
  --black: #3c3a37; --frozen: #2f7fb8; --flash: #c99700; --damage: #b3261e; --time: #a4572a; --other: #7a4fa3;
  --shot-a: #b9c6d3; --shot-b: #dde4ea; --gutter: 3.25rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141517; --card: #1b1d20; --ink: #e9e6e0; --soft: #a09b92; --line: #303338;
    --accent: #7db4ea; --good: #6cc48f; --notice: #e0ae55; --bad: #f2857c;
    --black: #c9c5bd; --frozen: #67b4e8; --flash: #f0c64a; --damage: #f2857c; --time: #e39a6a; --other: #c39be8;
    --shot-a: #4a5a6a; --shot-b: #333d47;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 78rem; padding: 2.5rem clamp(1rem, 4vw, 3rem) 4rem; background: var(--paper); color: var(--ink);
  font-variant-numeric: tabular-nums; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
h1 { margin: 0; font-size: clamp(1.5rem, 1.1rem + 1.6vw, 2.1rem); line-height: 1.2; font-weight: 650; letter-spacing: -.015em; }
h2 { margin: 3rem 0 .9rem; font-size: 1.2rem; font-weight: 650; letter-spacing: -.005em; }
h3 { margin: 0; font-size: .95rem; font-weight: 600; } h3 .soft { font-weight: 400; font-size: .8rem; }
p { margin: .4rem 0; max-width: 68ch; }
h1, dd, p, figcaption, .found td { overflow-wrap: anywhere; }
bdi { unicode-bidi: isolate; }
.soft { color: var(--soft); }
.small { font-size: .85rem; }
.back { margin: 0 0 1rem; font-size: .9rem; }
.badges { margin: .9rem 0 0; display: flex; flex-wrap: wrap; gap: .4rem; }
.badge { display: inline-block; padding: .05rem .55rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .8rem; white-space: nowrap; }
.good { color: var(--good); } .notice { color: var(--notice); } .bad { color: var(--bad); } .quiet { color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 1px; margin: 1.8rem 0 0; padding: 0;
  background: var(--card); border: 1px solid var(--line); border-radius: .6rem; overflow: hidden; }
.tile { box-shadow: 0 0 0 1px var(--line); padding: .8rem 1rem .9rem; }
.tile b { display: block; font-size: 1.45rem; line-height: 1.25; font-weight: 600; letter-spacing: -.01em; }
.tile span { color: var(--soft); font-size: .85rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .8rem; vertical-align: bottom; }
th, td { padding: .45rem 1.4rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; } .kind { white-space: nowrap; }
.wide { overflow-x: auto; }
.narrow { max-width: 34rem; }
.dot { display: inline-block; width: .65em; height: .65em; margin-right: .5em; border-radius: 50%; background: currentColor; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(12.5rem, 1fr)); gap: .9rem 1.5rem; margin: 1.8rem 0 0; }
.facts dt { color: var(--soft); font-size: .8rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; } h2 + .facts { margin-top: 0; }
.callout { margin: 1.5rem 0 0; padding: .7rem 1rem; border-left: 3px solid var(--bad); background: var(--card); max-width: none; }
.videos { list-style: none; margin: 0; padding: 0; }
.videos li { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr) 14rem; gap: .3rem 1.3rem; align-items: center;
  padding: .8rem 0; border-bottom: 1px solid var(--line); }
.videos .poster { grid-row: 1 / span 2; }
.videos img, .poster .none { display: block; width: 8.5rem; height: 4.8rem; object-fit: contain; background: #000; border-radius: .3rem; }
.poster .none { background: repeating-linear-gradient(45deg, var(--line) 0 6px, transparent 6px 12px); }
.videos .name { font-weight: 600; align-self: end; overflow-wrap: anywhere; }
.videos .name .soft { display: block; font-weight: 400; font-size: .8rem; }
.videos .about { grid-column: 2; font-size: .85rem; color: var(--soft); align-self: start; overflow-wrap: anywhere; }
.videos .about .badge { margin-right: .35rem; }
.videos .spark { grid-column: 3; grid-row: 1 / span 2; } .videos .spark:empty { display: none; }
.spark svg { display: block; width: 100%; height: 3.2rem; }
[hidden] { display: none !important; }
#tools { display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: center; margin: 2rem 0 0; font-size: .9rem; }
#tools label { color: var(--soft); } #tools label:first-child { flex: 1 1 16rem; display: flex; gap: .5rem; align-items: center; }
input[type=search] { flex: 1; min-width: 0; } input[type=search], select, button { font: inherit; color: var(--ink); background: var(--card);
  border: 1px solid var(--line); border-radius: .35rem; padding: .3rem .55rem; max-width: 100%; }
button { cursor: pointer; margin-top: 1rem; } input:focus-visible, select:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.found { margin-top: 1.2rem; } .found td .soft { display: block; font-size: .8rem; } .found a { font-weight: 600; }
.pages { margin: 1.5rem 0; display: flex; flex-wrap: wrap; gap: .3rem 1rem; }
.chart { margin: 1.6rem 0 0; break-inside: avoid; }
.chart figcaption { display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; align-items: baseline; margin: 0 0 .4rem var(--gutter); }
.legend { color: var(--soft); font-size: .8rem; display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin: 0; }
.legend i { display: inline-block; width: 1.1em; height: .65em; margin-right: .4em; border-radius: 2px; background: var(--accent); }
.legend .key-outer { opacity: .18; } .legend .key-inner { opacity: .42; } .legend .key-line { height: 2px; vertical-align: .25em; }
.legend .key-limit { height: 0; background: none; border-top: 2px dashed var(--bad); vertical-align: .25em; opacity: .7; }
.plot { position: relative; margin-left: var(--gutter); touch-action: pan-y; }
.plot:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.marker { position: absolute; top: 0; bottom: 0; width: 0; border-left: 1px solid var(--ink); pointer-events: none; }
.readout { margin: 0 0 .3rem var(--gutter); min-height: 1.55em; max-width: none; font-size: .8rem; color: var(--ink); }
.plot svg { display: block; width: 100%; height: 9.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .25rem; }
.plot.lane svg { height: 1.15rem; border: 0; background: none; border-radius: 0; }
.lanes .lane { margin-top: .15rem; }
.lane-name { margin: .55rem 0 0 var(--gutter); font-size: .8rem; color: var(--soft); }
.level { position: absolute; right: 100%; margin-right: .5rem; font-size: .72rem; line-height: 1; color: var(--soft); transform: translateY(50%); white-space: nowrap; }
.ticks { position: relative; height: 1.3rem; margin: .25rem 0 0 var(--gutter); padding: 0; list-style: none; font-size: .72rem; color: var(--soft); }
.ticks li { position: absolute; transform: translateX(-50%); white-space: nowrap; }
.ticks li:first-child { transform: none; }
path, line { vector-effect: non-scaling-stroke; fill: none; stroke-width: 1.4; }
.outer { fill: var(--accent); fill-opacity: .15; } .inner { fill: var(--accent); fill-opacity: .3; }
.curve { stroke: var(--accent); stroke-linejoin: round; }
.rule { stroke: var(--line); stroke-width: 1; } .limit { stroke: var(--bad); stroke-width: 1; stroke-dasharray: 4 4; opacity: .7; }
.cuts { stroke: var(--soft); stroke-width: 1; opacity: .28; }
.shot-a { fill: var(--shot-a); } .shot-b { fill: var(--shot-b); } .gradual { fill: var(--accent); fill-opacity: .55; }
.black { color: var(--black); } .frozen { color: var(--frozen); } .flash { color: var(--flash); }
.damage { color: var(--damage); } .time { color: var(--time); } .other { color: var(--other); }
rect.black, rect.frozen, rect.flash, rect.damage, rect.time, rect.other { fill: currentColor; }
.shots { display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); gap: 1.1rem 1rem; margin: 0; padding: 0; list-style: none; }
.shots li { break-inside: avoid; font-size: .85rem; line-height: 1.4; }
.shots img { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: contain; background: #000; border-radius: .3rem; margin-bottom: .35rem; }
details { margin-top: 1.2rem; } summary { cursor: pointer; color: var(--accent); font-size: .9rem; margin-bottom: .5rem; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .8rem; }
@media (max-width: 44rem) {
  :root { --gutter: 2.4rem; }
  body { padding-top: 1.5rem; }
  .videos li { grid-template-columns: 6rem minmax(0, 1fr); align-items: start; }
  .videos img, .poster .none { width: 6rem; height: 3.4rem; }
  .videos .spark { grid-column: 1 / -1; grid-row: auto; }
  .ticks li:nth-child(even) { display: none; }
  .plot svg { height: 7.5rem; }
  th, td { padding-right: .8rem; }
  #found thead { display: none; } #found tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  #found td { display: inline-block; padding: 0 .8rem 0 0; border: 0; white-space: normal; } #found td:first-child { display: block; padding: 0; }
  #found td:empty { display: none; } #found td + td::before { content: attr(data-name) " "; color: var(--soft); font-size: .8rem; }
  .facts { grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); }
  .delivery td:last-child { min-width: 12rem; }
  .shots { grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); }
}
.delivery h2 { margin-top: 1.8rem; } .delivery .wide { margin-top: 1.2rem; } .delivery td { overflow-wrap: break-word; }
.delivery td.good, .delivery td.bad { font-weight: 650; text-transform: uppercase; letter-spacing: .02em; } .delivery td:first-child { white-space: nowrap; }
.delivery .plot svg { height: 6rem; } .delivery .plot.lane svg { height: 1rem; }
@page { margin: 15mm 12mm; }
@media print {
  :root { --gutter: 3.25rem; --paper: #fff; --card: #fff; --ink: #000; --soft: #555; --line: #ccc; --accent: #24598f; --good: #2c7a4b; --notice: #96620a;
    --bad: #b3261e; --black: #3c3a37; --frozen: #2f7fb8; --flash: #c99700; --damage: #b3261e; --time: #a4572a; --other: #7a4fa3;
    --shot-a: #b9c6d3; --shot-b: #dde4ea; color-scheme: light; }
  html { font-size: 80%; } th, td { padding-top: .25rem; padding-bottom: .25rem; }
  body { max-width: none; padding: 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  a { color: inherit; text-decoration: none; }
  .back, .pages, #tools, .marker, .readout, summary, details:not([open]), h2:has(+ details:not([open])) { display: none; }
  h2 { margin-top: 1.8rem; break-after: avoid; } h1, .callout { break-after: avoid; }
  tr, .tiles, .facts div, .videos li { break-inside: avoid; } thead { display: table-header-group; }
  .wide { overflow: visible; } .tiles { grid-template-columns: repeat(6, 1fr); } .tile { padding: .5rem .7rem; } .tile b { font-size: 1.15rem; }
  .videos li { grid-template-columns: 6rem minmax(0, 1fr) 11rem; align-items: center; }
  .videos img, .poster .none { width: 6rem; height: 3.4rem; } .videos .spark { grid-column: 3; grid-row: 1 / span 2; }
  .ticks li:nth-child(even) { display: list-item; }
  .chart { margin-top: 1rem; } .plot svg { height: 7.5rem; } .shots { grid-template-columns: repeat(4, 1fr); }
  .delivery h2 { margin-top: 1.1rem; } .delivery .facts { margin-top: 1rem; gap: .45rem 1.2rem; grid-template-columns: repeat(4, 1fr); }
  .delivery .chart { margin-top: .6rem; } .delivery .plot svg { height: 4.6rem; }
  footer { margin-top: 2rem; }
}
)";

} // namespace videohistogram::tools
