/** Facts of a zstd frame (RFC 8878) that can be read without decompressing it. */
export interface ZstdFrame {
  /** End of the frame; undefined if it is truncated. */
  readonly end: number | undefined;
  /** The declared size of its content. */
  readonly declaredSize: number | undefined;
  /** Whether decompressing it needs an external dictionary. */
  readonly needsDictionary: boolean;
  /** Upper bound of its content's size, if the frame is valid. */
  readonly maxSize: number;
}

const magic = 0xfd2fb528;
/** Maximum content of one block. */
const maxBlockSize = 128 * 1024;
const rawBlock = 0;
const repeatedByte = 1;
const reservedBlock = 3;

/** Undefined if the bytes do not begin with a zstd frame. */
export function readZstdFrame(bytes: Uint8Array): ZstdFrame | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0, true) !== magic) return undefined;
  const cutOff = { end: undefined, declaredSize: undefined, needsDictionary: false, maxSize: 0 };
  const header = readHeader(bytes, view);
  if (!header) return cutOff;
  const { declaredSize, needsDictionary, hasChecksum } = header;
  let offset = header.end;
  let maxSize = 0;
  for (let isLast = false; !isLast;) {
    if (offset + 3 > bytes.length) return { ...cutOff, needsDictionary };
    const head = view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
    isLast = (head & 1) === 1;
    const type = (head >> 1) & 3;
    const size = head >> 3;
    offset += 3 + (type === repeatedByte ? 1 : size);
    maxSize += type === rawBlock || type === repeatedByte ? size : maxBlockSize;
    // The rest cannot be determined; the decompressor rejects it.
    if (type === reservedBlock) {
      return { end: bytes.length, declaredSize, needsDictionary, maxSize };
    }
  }
  offset += hasChecksum ? 4 : 0;
  const end = offset > bytes.length ? undefined : offset;
  return { end, declaredSize, needsDictionary, maxSize };
}

function readHeader(bytes: Uint8Array, view: DataView) {
  if (bytes.length < 5) return undefined;
  const descriptor = view.getUint8(4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeCode = descriptor >> 6;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = sizeCode === 0 ? Number(isSingleSegment) : 2 ** sizeCode;
  const start = 5 + Number(!isSingleSegment) + dictionaryBytes;
  if (start + sizeBytes > bytes.length) return undefined;
  const dictionary = bytes.subarray(start - dictionaryBytes, start);
  return {
    end: start + sizeBytes,
    // Dictionary id 0 means no dictionary.
    needsDictionary: dictionary.some((byte) => byte !== 0),
    hasChecksum: (descriptor & 4) !== 0,
    declaredSize: readSize(view, start, sizeBytes),
  };
}

function readSize(view: DataView, offset: number, length: number): number | undefined {
  switch (length) {
    case 1:
      return view.getUint8(offset);
    case 2:
      return view.getUint16(offset, true) + 256;
    case 4:
      return view.getUint32(offset, true);
    case 8:
      return Number(view.getBigUint64(offset, true));
    default:
      return undefined;
  }
}
