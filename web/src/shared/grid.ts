/// Replicas and partitions of the processes of a run.
export interface Grid {
  replicas: number
  partitions: number
}

/// Limit of the engine on processes.
const mostProcesses = 4096

/// Formats a process, given its flattened id: (replica, partition).
export const processText = (process: number, { partitions }: Pick<Grid, 'partitions'>): string => `(${Math.floor(process / partitions)}, ${process % partitions})`

export const gridText = ({ replicas, partitions }: Grid): string => `${replicas} x ${partitions}`

/// Parses `4 x 1`. An empty text means the program's own grid; any other gives a sentence.
export function readGrid(text: string): Grid | null | string {
  if (text.trim() === '') return null
  const [, replicas, partitions] = /^\s*(\d{1,7})\s*[x×*,]\s*(\d{1,7})\s*$/i.exec(text) ?? []
  if (replicas === undefined) return `“${text.trim()}” is not a grid: write replicas x partitions, such as 4 x 1.`
  const grid = { replicas: Number(replicas), partitions: Number(partitions) }
  if (grid.replicas < 1 || grid.partitions < 1) return 'A grid has at least one replica and one partition.'
  return grid.replicas * grid.partitions > mostProcesses ? `A grid of ${gridText(grid)} has more than ${mostProcesses} processes.` : grid
}
