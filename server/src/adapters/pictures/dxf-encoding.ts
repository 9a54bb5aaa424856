/** Characters 128 to 255 of code pages unsupported by TextDecoder. */
const dosPages: Readonly<Record<string, string>> = {
  437: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  850: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  852: 'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}

/** TextDecoder names of the Windows code pages with two-byte characters; the others are named by their number. */
const wideNames: Readonly<Record<string, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  2312: 'gbk',
  5601: 'euc-kr',
}

/** The first version with UTF-8 files: AutoCAD 2007. */
const firstUtf8 = 'AC1021'

/** Bytes searched for header variables, which come first in a file. */
const headBytes = 200_000

const isUtf8 = (content: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return true
  } catch {
    return false
  }
}

const decodeDos = (content: Uint8Array, upperHalf: string): string => {
  const latin = Buffer.from(content).toString('latin1')
  return latin.replace(/[\u0080-\u00ff]/g, (character) => upperHalf[character.charCodeAt(0) - 128] ?? character)
}

/** The decoder for $DWGCODEPAGE, such as ANSI_1250, dos850 or ANSI_932; Western European for any other. */
const decoderOf = (codePage: string): ((content: Uint8Array) => string) => {
  const number = /(\d{3,4})$/.exec(codePage)?.[1] ?? '1252'
  const upperHalf = dosPages[number]
  if (upperHalf) return (content) => decodeDos(content, upperHalf)
  const isWindows = number === '874' || /^125[0-8]$/.test(number)
  const iso = /8859[_-](\d{1,2})$/.exec(codePage)?.[1]
  const isIso = iso !== undefined && Number(iso) >= 1 && Number(iso) <= 8
  const singleByteName = isIso ? `iso-8859-${iso}` : isWindows ? `windows-${number}` : 'windows-1252'
  const decoder = new TextDecoder(wideNames[number] ?? singleByteName)
  return (content) => decoder.decode(content)
}

/**
 * The text decoder of a DXF: UTF-8 since AutoCAD 2007, before that the declared code page. Many programs write UTF-8
 * but declare page 1252 or none, so that page applies only if the content is not valid UTF-8.
 */
export const dxfDecoder = (content: Uint8Array): ((content: Uint8Array) => string) => {
  const head = Buffer.from(content.subarray(0, headBytes)).toString('latin1')
  const variable = (name: string) => new RegExp(`\\$${name}\\W+(?:\\d\\W+)?([\\w-]+)`, 'i').exec(head)?.[1] ?? ''
  const [version, codePage] = [variable('ACADVER').toUpperCase(), variable('DWGCODEPAGE')]
  const trustsPage = /^AC\d{4}$/.test(version) && version < firstUtf8 && codePage !== '' && !/1252$/.test(codePage)
  if (trustsPage || !isUtf8(content)) return decoderOf(codePage)
  const decoder = new TextDecoder()
  return (part) => decoder.decode(part)
}

/** East Asian code pages by their number in `\M+nXXXX`. */
const multibytePages: Readonly<Record<string, string>> = { 1: 'shift_jis', 2: 'big5', 3: 'euc-kr', 5: 'gbk' }

/** Decodes `\U+XXXX` and `\M+nXXXX`, which replace characters missing from the code page in texts and names. */
export const decodeEscapes = (text: string): string =>
  text.includes('\\U+') || text.includes('\\M+') || text.includes('\\u+')
    ? text
        .replace(/\\U\+([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replace(/\\M\+([1-5])([0-9a-f]{4})/gi, (sequence, page: string, hex: string) => {
          const name = multibytePages[page]
          return name ? new TextDecoder(name).decode(Buffer.from(hex, 'hex')) : sequence
        })
    : text
