/**
 * The serial in what a QR code on a lamp says: the serial alone, or an address that carries it. The longest run of hex
 * digits of a serial's length counts; undefined where there is none.
 */
export function serialInQr(content: string, digits: readonly number[]): string | undefined {
  const runs = content.toUpperCase().match(/(?<![0-9A-Z])[0-9A-F]+(?![0-9A-Z])/g) ?? []
  return runs.filter((run) => digits.includes(run.length)).sort((a, b) => b.length - a.length)[0]
}
