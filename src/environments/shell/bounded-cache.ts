/** A map that forgets its least recently used entries when their total cost exceeds a limit. */
export class BoundedCache<Value> {
  private readonly entries = new Map<string, { value: Value; cost: number }>();
  private total = 0;

  /** @param limit largest total cost kept, in the callers' unit */
  constructor(private readonly limit: number) {}

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    // A Map iterates in insertion order: inserting again makes the entry the youngest.
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, cost: number): void {
    this.delete(key);
    this.entries.set(key, { value, cost });
    this.total += cost;
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.limit) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.total -= entry.cost;
    this.entries.delete(key);
  }

  get size(): number {
    return this.entries.size;
  }
}
