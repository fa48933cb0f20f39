/// Number of bins in the histograms for legends and scales. Values come with them, since each
/// request takes a part of a frame.
export const previewBins = 240
