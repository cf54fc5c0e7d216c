% SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
% SPDX-License-Identifier: LGPL-2.1-or-later
function time_histogram (path, width, height, channels, bins, repetitions)
  % time_histogram (path, width, height, channels, bins, repetitions)
  %
  % Counts a file of raw pixels (8 bits per channel, interleaved, rows without padding) with
  % histogram(), once to warm up and then `repetitions` times. Prints JSON: the best and the median
  % time in microseconds, without reading the file, and the counts [channels][bins] as one list.
  file = fopen (path, 'r');
  if file < 0
    error ('%s cannot be read', path);
  end
  image = fread (file, [channels, width * height], '*uint8');
  fclose (file);
  if numel (image) ~= channels * width * height
    error ('%s has fewer bytes than %d x %d x %d', path, width, height, channels);
  end

  counts = histogram (image, bins);
  seconds = zeros (1, repetitions);
  for i = 1:repetitions
    start = tic;
    counts = histogram (image, bins);
    seconds(i) = toc (start);
  end

  result.octave = version ();
  result.best_us = min (seconds) * 1e6;
  result.median_us = median (seconds) * 1e6;
  result.counts = num2cell (reshape (counts', 1, []));
  fprintf ('%s\n', jsonencode (result));
end
