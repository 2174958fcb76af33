/** One WebAssembly memory, handed out from the bottom up and grown as needed. */

const PAGE_BYTES = 65_536;
/** Nothing is handed out at address 0, so that a forgotten pointer shows. */
const FIRST = 1024;
const ALIGNMENT = 16;
/** Kernels may read and write a vector past the end of a buffer. */
const SLACK = 32;

/** A bump allocator. Pointers are byte offsets; the views are renewed when the memory grows. */
export class LinearMemory {
  readonly memory = new WebAssembly.Memory({ initial: 1 });
  f32 = new Float32Array(this.memory.buffer);
  f64 = new Float64Array(this.memory.buffer);
  i32 = new Int32Array(this.memory.buffer);
  private top = FIRST;

  /** What has been handed out so far; `release` to it frees all that came later. */
  get mark(): number {
    return this.top;
  }

  release(mark: number): void {
    this.top = mark;
  }

  /** Frees everything. */
  clear(): void {
    this.top = FIRST;
  }

  /** A pointer to `bytes` bytes of arbitrary content. @throws RangeError when the memory cannot grow. */
  allocate(bytes: number): number {
    const pointer = this.top;
    this.top = Math.ceil((pointer + bytes + SLACK) / ALIGNMENT) * ALIGNMENT;
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE_BYTES));
      this.f32 = new Float32Array(this.memory.buffer);
      this.f64 = new Float64Array(this.memory.buffer);
      this.i32 = new Int32Array(this.memory.buffer);
    }
    return pointer;
  }

  /** Room for floats, of arbitrary content. */
  floats(count: number): number {
    return this.allocate(4 * count);
  }

  /** Room for floats, all zero. */
  zeros(count: number): number {
    const pointer = this.floats(count);
    this.fillZero(pointer, count);
    return pointer;
  }

  fillZero(pointer: number, count: number): void {
    this.f32.fill(0, pointer >> 2, (pointer >> 2) + count);
  }

  /** A copy of a host array. */
  copy(source: Float32Array | Int32Array): number {
    const pointer = this.floats(source.length);
    (source instanceof Float32Array ? this.f32 : this.i32).set(source as never, pointer >> 2);
    return pointer;
  }
}
