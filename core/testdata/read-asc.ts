/**
 * An independent reader of LTspice schematics for tests: it knows the files of `lib/sym/Digital` and the geometry of
 * sheets, and nothing of the writer. Pins by SPICE order: 1 to 5 inputs, 6 the complement, 7 the output, 8 common.
 */
const SYMBOL_PINS: Readonly<Record<string, Readonly<Record<number, readonly [number, number]>>>> = {
  "Digital\\\\and": {
    1: [-32, 32],
    2: [-32, 48],
    3: [-32, 64],
    4: [-32, 80],
    5: [-32, 96],
    6: [32, 80],
    7: [32, 48],
    8: [-16, 96],
  },
  "Digital\\\\or": {
    1: [-32, 32],
    2: [-32, 48],
    3: [-32, 64],
    4: [-32, 80],
    5: [-32, 96],
    6: [32, 80],
    7: [32, 48],
    8: [-16, 96],
  },
  "Digital\\\\xor": {
    1: [-48, 32],
    2: [-48, 48],
    3: [-48, 64],
    4: [-48, 80],
    5: [-48, 96],
    6: [32, 80],
    7: [16, 48],
    8: [-16, 96],
  },
  "Digital\\\\inv": { 1: [0, 64], 6: [64, 64], 8: [0, 80] },
  "Digital\\\\buf1": { 1: [0, 64], 7: [64, 64], 8: [0, 80] },
};

type XY = readonly [number, number];
type Segment = readonly [XY, XY];

export interface AscDevice {
  readonly symbol: string;
  readonly x: number;
  readonly y: number;
  /** The net at each pin, by SPICE order; undefined if nothing touches the pin. */
  readonly pins: ReadonlyMap<number, string | undefined>;
}

export interface AscSchematic {
  readonly wires: readonly (readonly [XY, XY])[];
  readonly flags: readonly { readonly at: XY; readonly name: string; readonly direction: string | null }[];
  readonly devices: readonly AscDevice[];
  /** Places where two different labels meet on one net. */
  readonly conflicts: readonly string[];
}

/**
 * Reads a sheet. `touching` joins whatever touches, also a pin or an end in the middle of a wire; `ends` joins only
 * ends that coincide. A sheet that every LTspice reads alike gives the same nets both ways.
 */
export function readAsc(text: string, joins: "touching" | "ends"): AscSchematic {
  const lines = text.split("\n").filter((line) => line !== "");
  const header = lines.slice(0, 2).join(" ");
  if (!/^Version 4 SHEET 1 \d+ \d+$/.test(header)) throw new Error(`Header: ${header}`);
  const wires: [XY, XY][] = [];
  const flags: { at: XY; name: string; direction: string | null }[] = [];
  const symbols: { symbol: string; x: number; y: number }[] = [];
  for (const line of lines.slice(2)) {
    const [word, ...fields] = line.split(" ");
    const numbers = fields.map(Number);
    if (word === "WIRE" && fields.length === 4)
      wires.push([
        [numbers[0]!, numbers[1]!],
        [numbers[2]!, numbers[3]!],
      ]);
    else if (word === "FLAG" && fields.length === 3)
      flags.push({ at: [numbers[0]!, numbers[1]!], name: fields[2]!, direction: null });
    else if (word === "IOPIN" && fields.length === 3) {
      const flag = flags[flags.length - 1]!;
      if (flag.at[0] !== numbers[0] || flag.at[1] !== numbers[1]) throw new Error(`IOPIN without its FLAG: ${line}`);
      flag.direction = fields[2]!;
    } else if (word === "SYMBOL" && fields.length === 4 && fields[3] === "R0") {
      symbols.push({ symbol: fields[0]!, x: numbers[1]!, y: numbers[2]! });
    } else if (!(word === "SYMATTR" && fields[0] === "InstName")) throw new Error(`Line: ${line}`);
  }

  const nets = joinWires(wires, joins);
  // All that touches an end, a flag or a pin is one net.
  const pins = symbols.flatMap(pinPlaces).map(([, place]) => place);
  for (const point of [...wires.flat(), ...flags.map((flag) => flag.at), ...pins]) nets.join(point);
  const { at } = nets;
  const names = new Map<number, string>();
  const conflicts: string[] = [];
  for (const { at: place, name } of flags) {
    const net = at(place);
    if (net === undefined) throw new Error(`The flag ${name} touches no wire`);
    const known = names.get(net);
    if (known !== undefined && known.toLowerCase() !== name.toLowerCase()) conflicts.push(`${known} and ${name}`);
    names.set(net, name.toLowerCase());
  }
  const netAt = (place: XY): string | undefined => {
    const net = at(place);
    return net === undefined ? undefined : (names.get(net) ?? `#${net}`);
  };
  const devices = symbols.map((symbol) => {
    return { ...symbol, pins: new Map(pinPlaces(symbol).map(([order, place]) => [order, netAt(place)])) };
  });
  return { wires, flags, devices, conflicts };
}

/** Nets of wires, found by the rows and columns that the wires lie in. */
function joinWires(wires: readonly Segment[], joins: "touching" | "ends") {
  const parent = wires.map((_, index) => index);
  const lines = new Map<string, number[]>();
  for (const [index, [[x1, y1], [x2, y2]]] of wires.entries()) {
    for (const line of new Set([x1 === x2 ? `x${x1}` : "", y1 === y2 ? `y${y1}` : ""])) {
      lines.set(line, [...(lines.get(line) ?? []), index]);
    }
  }

  function find(wire: number): number {
    let root = wire;
    while (parent[root] !== root) root = parent[root]!;
    parent[wire] = root;
    return root;
  }

  function touching(point: XY): number[] {
    const candidates = [...(lines.get(`x${point[0]}`) ?? []), ...(lines.get(`y${point[1]}`) ?? [])];
    return candidates.filter((index) => touches(wires[index]!, point, joins));
  }

  return {
    join(point: XY): void {
      const [first, ...others] = touching(point);
      for (const other of others) parent[find(other)] = find(first!);
    },
    at(point: XY): number | undefined {
      const [first] = touching(point);
      return first === undefined ? undefined : find(first);
    },
  };
}

function pinPlaces({
  symbol,
  x,
  y,
}: {
  readonly symbol: string;
  readonly x: number;
  readonly y: number;
}): [number, XY][] {
  const pins = SYMBOL_PINS[symbol];
  if (pins === undefined) throw new Error(`Symbol: ${symbol}`);
  return Object.entries(pins).map(([order, [dx, dy]]) => [Number(order), [x + dx, y + dy]]);
}

function touches([[x1, y1], [x2, y2]]: readonly [XY, XY], [x, y]: XY, joins: "touching" | "ends"): boolean {
  if ((x === x1 && y === y1) || (x === x2 && y === y2)) return true;
  if (joins === "ends") return false;
  return x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2);
}

/**
 * What LTspice's gates make of an assignment of net names: values of all nets. A pin on the net of pin 8 is not used, an
 * open one neither; an XOR is true where exactly one input is.
 */
export function simulateAsc({ devices }: AscSchematic, assignment: ReadonlyMap<string, 0 | 1>): Map<string, 0 | 1> {
  const values = new Map(assignment);
  const waiting = new Set(devices);
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    for (const device of waiting) {
      const common = device.pins.get(8);
      const used = [1, 2, 3, 4, 5].flatMap((order) => {
        const net = device.pins.get(order);
        return net === undefined || net === common ? [] : [net];
      });
      if (!used.every((net) => values.has(net))) continue;
      waiting.delete(device);
      const ones = used.filter((net) => values.get(net) === 1).length;
      const value = {
        "Digital\\\\and": ones === used.length,
        "Digital\\\\or": ones > 0,
        "Digital\\\\xor": ones === 1,
        "Digital\\\\inv": ones === 1,
        "Digital\\\\buf1": ones === 1,
      }[device.symbol]!;
      for (const [order, bit] of [
        [6, !value],
        [7, value],
      ] as const) {
        const net = device.pins.get(order);
        if (net === undefined || net === common) continue;
        if (values.has(net)) throw new Error(`Two gates drive ${net}`);
        values.set(net, bit ? 1 : 0);
      }
    }
  }
  return values;
}
