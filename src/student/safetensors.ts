/**
 * The safetensors container, as far as checkpoints need it: float32 tensors and a map of strings.
 * A file is an 8-byte little-endian length, a JSON header of that length, and the tensors' bytes
 * without a gap. Written so that the same content gives the same bytes; read strictly, because a
 * file comes from outside. Typed arrays are little-endian on every platform with WebAssembly.
 */

/** One tensor: row-major, `data.length` is the product of `shape`. */
export interface NamedTensor {
  name: string;
  shape: number[];
  data: Float32Array;
}

/** A file is not the checkpoint it should be. Says which file, which tensor and why. */
export class CheckpointFormatError extends Error {
  override name = 'CheckpointFormatError';

  constructor(
    /** Name of the file, as the person knows it. */
    readonly file: string,
    /** The tensor at fault; null when it is the file as a whole. */
    readonly tensor: string | null,
    readonly reason: string,
  ) {
    super(
      `${file} cannot be used: ${tensor === null ? '' : `tensor "${tensor}" `}${reason}. Nothing was changed; export the checkpoint again or choose another file.`,
    );
  }
}

/** Far above the header of any student; what is longer is not a header. */
const MAX_HEADER_BYTES = 1_000_000;
const PREFIX_BYTES = 8;
const FLOAT_BYTES = 4;
const METADATA_KEY = '__metadata__';

/** Number of elements of a shape; the empty shape is a scalar. */
function elements(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** Position of the first NaN or infinity; −1 when there is none. */
function firstNonFinite(data: Float32Array): number {
  for (let i = 0; i < data.length; i += 1) if (!Number.isFinite(data[i])) return i;
  return -1;
}

/** Metadata first, its keys sorted; then the tensors in the order given. */
function headerText(tensors: readonly NamedTensor[], metadata: Record<string, string>): string {
  const sorted = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const members = [
    `${JSON.stringify(METADATA_KEY)}:{${sorted.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(',')}}`,
  ];
  let at = 0;
  for (const { name, shape, data } of tensors) {
    const end = at + data.length * FLOAT_BYTES;
    const entry = JSON.stringify({ dtype: 'F32', shape, data_offsets: [at, end] });
    members.push(`${JSON.stringify(name)}:${entry}`);
    at = end;
  }
  return `{${members.join(',')}}`;
}

/**
 * The bytes of a file with these tensors, in this order. The header is padded with spaces so that
 * the data begins at a multiple of 8.
 * @throws CheckpointFormatError on a repeated name, a shape that is not the data's, or a number
 *   that is not finite.
 */
export function encodeSafetensors(
  tensors: readonly NamedTensor[],
  metadata: Record<string, string>,
  fileName = 'new checkpoint',
): Uint8Array {
  const names = new Set<string>();
  for (const { name, shape, data } of tensors) {
    const refuse = (reason: string): never => {
      throw new CheckpointFormatError(fileName, name, reason);
    };
    if (name === METADATA_KEY) refuse('has a name that is reserved');
    if (names.has(name)) refuse('appears twice');
    names.add(name);
    if (!isShape(shape) || elements(shape) !== data.length) {
      refuse(`has shape [${shape}] but ${data.length} numbers`);
    }
    const bad = firstNonFinite(data);
    if (bad !== -1) refuse(`has ${data[bad]} at position ${bad}`);
  }
  const json = new TextEncoder().encode(headerText(tensors, metadata));
  const headerBytes = Math.ceil(json.length / 8) * 8;
  if (headerBytes > MAX_HEADER_BYTES) {
    throw new CheckpointFormatError(fileName, null, `its header would have ${headerBytes} bytes`);
  }
  const dataBytes = tensors.reduce((sum, { data }) => sum + data.byteLength, 0);
  const file = new Uint8Array(PREFIX_BYTES + headerBytes + dataBytes);
  new DataView(file.buffer).setBigUint64(0, BigInt(headerBytes), true);
  file.fill(0x20, PREFIX_BYTES, PREFIX_BYTES + headerBytes);
  file.set(json, PREFIX_BYTES);
  let at = PREFIX_BYTES + headerBytes;
  for (const { data } of tensors) {
    file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return file;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isShape(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(isCount) && isCount(elements(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first key that some object of a valid JSON text has twice: JSON.parse would hide it. */
function repeatedKey(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  const tokens = json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g);
  for (const [token, colon] of tokens) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return null;
}

/** The header's JSON object and where the data begins. */
function readHeader(
  bytes: Uint8Array,
  fileName: string,
): { header: Record<string, unknown>; dataAt: number } {
  const refuse = (reason: string): never => {
    throw new CheckpointFormatError(fileName, null, reason);
  };
  if (bytes.length < PREFIX_BYTES) refuse(`it has ${bytes.length} bytes, too few for a header length`);
  const stated = new DataView(bytes.buffer, bytes.byteOffset, PREFIX_BYTES).getBigUint64(0, true);
  if (stated > BigInt(MAX_HEADER_BYTES)) {
    refuse(`its header would have ${stated} bytes, the most is ${MAX_HEADER_BYTES}`);
  }
  const dataAt = PREFIX_BYTES + Number(stated);
  if (dataAt > bytes.length)
    refuse(`it is truncated: the header should end at byte ${dataAt} of ${bytes.length}`);
  let text = '';
  let header: unknown;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    text = decoder.decode(bytes.subarray(PREFIX_BYTES, dataAt)).replace(/ +$/, '');
    header = JSON.parse(text);
  } catch (error) {
    refuse(`its header is not JSON (${(error as Error).message})`);
  }
  if (!isRecord(header) || !text.startsWith('{') || !text.endsWith('}')) {
    return refuse('its header is not a JSON object padded with spaces');
  }
  const twice = repeatedKey(text);
  if (twice !== null) refuse(`its header has the key "${twice}" twice`);
  return { header, dataAt };
}

function readMetadata(value: unknown, fileName: string): Record<string, string> {
  if (value === undefined) return {};
  if (!isRecord(value)) throw new CheckpointFormatError(fileName, null, 'its metadata is not an object');
  const entries = Object.entries(value).map(([key, text]): [string, string] => {
    if (typeof text === 'string') return [key, text];
    throw new CheckpointFormatError(fileName, null, `its metadata "${key}" is not a string`);
  });
  return Object.fromEntries(entries);
}

/** Shape and byte range of one header entry. */
function readEntry(name: string, value: unknown, dataBytes: number, fileName: string) {
  const refuse = (reason: string): never => {
    throw new CheckpointFormatError(fileName, name, reason);
  };
  if (!isRecord(value)) return refuse('has an entry that is not an object');
  const { dtype, shape, data_offsets: offsets, ...others } = value;
  if (Object.keys(others).length > 0) refuse(`has the unknown key "${Object.keys(others)[0]}"`);
  if (dtype !== 'F32') refuse(`is of type ${JSON.stringify(dtype)}, only F32 can be read`);
  if (!isShape(shape)) return refuse(`has the shape ${JSON.stringify(shape)}`);
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isCount)) {
    return refuse(`has the offsets ${JSON.stringify(offsets)}`);
  }
  const [begin, end] = offsets as [number, number];
  if (begin > end) refuse(`ends (${end}) before it begins (${begin})`);
  if (end > dataBytes)
    refuse(`ends at byte ${end} of ${dataBytes}: the file is truncated or the offset is wrong`);
  const expected = elements(shape) * FLOAT_BYTES;
  if (end - begin !== expected) refuse(`has ${end - begin} bytes, its shape [${shape}] needs ${expected}`);
  return { name, shape, begin, end };
}

/**
 * The tensors of a file, in the order of their data, and its metadata. The data are copies.
 * @throws CheckpointFormatError when anything about the file is not exactly as the format says.
 */
export function decodeSafetensors(
  bytes: Uint8Array,
  fileName: string,
): { tensors: Map<string, { shape: number[]; data: Float32Array }>; metadata: Record<string, string> } {
  const { header, dataAt } = readHeader(bytes, fileName);
  const { [METADATA_KEY]: stated, ...named } = header;
  const metadata = readMetadata(stated, fileName);
  const dataBytes = bytes.length - dataAt;
  const entries = Object.entries(named)
    .map(([name, value]) => readEntry(name, value, dataBytes, fileName))
    .sort((a, b) => a.begin - b.begin || a.end - b.end);

  const tensors = new Map<string, { shape: number[]; data: Float32Array }>();
  let at = 0;
  for (const { name, shape, begin, end } of entries) {
    const refuse = (reason: string): never => {
      throw new CheckpointFormatError(fileName, name, reason);
    };
    if (begin < at) refuse(`overlaps the one before it (begins at ${begin}, the other ends at ${at})`);
    if (begin > at) refuse(`begins at ${begin}, which leaves a hole after byte ${at}`);
    const data = new Float32Array(bytes.slice(dataAt + begin, dataAt + end).buffer);
    const bad = firstNonFinite(data);
    if (bad !== -1) refuse(`has ${data[bad]} at position ${bad}`);
    tensors.set(name, { shape, data });
    at = end;
  }
  if (at !== dataBytes) {
    throw new CheckpointFormatError(fileName, null, `it has ${dataBytes - at} bytes after the last tensor`);
  }
  return { tensors, metadata };
}
