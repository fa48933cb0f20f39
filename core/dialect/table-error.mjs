// A mistake in a .def file, with its place.
export class TableError extends Error {
  constructor(where, reason) {
    super(`${where.file}:${where.line}: ${reason}`)
    this.name = 'TableError'
  }
}
