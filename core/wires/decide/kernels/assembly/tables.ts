/** Whole numbers of 4 bytes in a row. Places are not checked. */
@unmanaged
export class Ints {
  @operator("[]")
  get(at: i32): i32 {
    return load<i32>(changetype<usize>(this) + ((<usize>at) << 2));
  }

  @operator("[]=")
  set(at: i32, value: i32): void {
    store<i32>(changetype<usize>(this) + ((<usize>at) << 2), value);
  }
}

/** Numbers of 8 bytes in a row. Places are not checked. */
@unmanaged
export class Floats {
  @operator("[]")
  get(at: i32): f64 {
    return load<f64>(changetype<usize>(this) + ((<usize>at) << 3));
  }

  @operator("[]=")
  set(at: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + ((<usize>at) << 3), value);
  }
}

export function ints(count: i32): Ints {
  return changetype<Ints>(heap.alloc((<usize>count) << 2));
}

export function floats(count: i32): Floats {
  return changetype<Floats>(heap.alloc((<usize>count) << 3));
}
