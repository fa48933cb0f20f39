/// Reports to the motion of a line how far the rail is through its operation, from 0 to 1.
export const cellsEvent = 'paddock-cells'

/// Moves the cells of the motions on the stage.
export function moveCells(stage: Element, part: number): void {
  for (const motion of stage.querySelectorAll('details.motion')) motion.dispatchEvent(new CustomEvent(cellsEvent, { detail: part }))
}
