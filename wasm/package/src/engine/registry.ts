/// The module's objects by number, so that messages can name them.
export class Registry<T extends { delete(): void }> {
  private readonly items = new Map<number, T>()
  private next = 1

  add(item: T): number {
    const id = this.next++
    this.items.set(id, item)
    return id
  }
  get(id: number): T {
    const item = this.items.get(id)
    if (item === undefined) throw new Error('this object has been closed')
    return item
  }
  release(id: number): void {
    this.items.get(id)?.delete()
    this.items.delete(id)
  }
}
