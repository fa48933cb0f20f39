/// Bins of the histograms that legends and scales are made of. Values bring theirs along, because
/// each question to the engine costs a part of a frame.
export const previewBins = 240
