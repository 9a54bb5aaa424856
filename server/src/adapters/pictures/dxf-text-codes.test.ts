import { expect, it } from 'vitest'
import { createBinaryDxf } from '../../testing/drawings.ts'
import { dxfFile, dxfText } from '../../testing/dxf.ts'
import { layersOf, readDxf, shapesOf } from './dxf-drawing.ts'
import type { DxfShape } from './dxf-shape.ts'
import { plainMtext, plainText } from './dxf-text-codes.ts'

const entities = (text: string, layer = '0') => [0, 'TEXT', 8, layer, 10, 0, 20, 0, 40, 1, 1, text]
const versioned = (version: string, codePage: string) => [9, '$ACADVER', 1, version, 9, '$DWGCODEPAGE', 3, codePage]
const read = (content: Uint8Array) => {
  const dxf = readDxf(content)
  const shapes: DxfShape[] = dxf ? shapesOf(dxf, null) : []
  return { texts: shapes.map((shape) => 'text' in shape && shape.text), layers: dxf && layersOf(shapes, dxf) }
}
/** A text whose characters are bytes of a code page. */
const inPage = (version: string, codePage: string, bytes: number[], extraGroups = '') =>
  Buffer.concat(
    dxfText({ header: versioned(version, codePage), entities: entities(`${extraGroups}#`) })
      .split('#')
      .flatMap((part, at) => (at === 0 ? [Buffer.from(part)] : [Buffer.from(bytes), Buffer.from(part)])),
  )

it.each([
  ['ANSI_1250', [0x4f, 0x73, 0x76, 0xec, 0x74, 0x6c, 0x65, 0x6e, 0xed], 'Osvětlení'],
  ['ANSI_1250', [0x53, 0x50, 0xd3, 0xa3, 0x4b, 0x41], 'SPÓŁKA'],
  ['ansi_1252', [0x42, 0xfc, 0x72, 0x6f], 'Büro'],
  ['ANSI_1251', [0xcf, 0xeb, 0xe0, 0xed], 'План'],
  ['ANSI_936', [0xd2, 0xbb, 0xc2, 0xa5], '一楼'],
  ['dos850', [0x42, 0x81, 0x72, 0x6f], 'Büro'],
  ['dos852', [0x9d, 0xa2, 0x64, 0xab], 'Łódź'],
  ['8859_2', [0xa3, 0xf3, 0x64, 0xbc], 'Łódź'],
  ['8859_9', [0xc7, 0xfd, 0x6b, 0xfd, 0xfe], 'Çıkış'],
  ['dos866', [0x8f, 0xab, 0xa0, 0xad], 'План'],
  ['UTF-8', [0x42, 0xc3, 0xbc, 0x72, 0x6f], 'Büro'],
  ['DOS865', [0x52, 0x9d, 0x6d, 0x20, 0x9b], 'RØm ø'],
  ['dos860', [0x45, 0x73, 0x63, 0x72, 0x69, 0x74, 0xa2, 0x72, 0x69, 0x6f, 0x20, 0x84], 'Escritório ã'],
  ['dos857', [0x80, 0x8d, 0x6b, 0x8d, 0x9f], 'Çıkış'],
  ['dos737', [0x80, 0x84, 0x87], 'ΑΕΘ'],
  ['8859_15', [0xa4, 0xbd], '€œ'],
  ['ANSI_1253', [0xc3, 0xf1, 0xe1, 0xf6, 0xe5, 0xdf, 0xef], 'Γραφείο'],
  ['ANSI_1257', [0xd0, 0xe0, 0xeb, 0xfb], 'Šąėū'],
  ['ansi_932', [0x8a, 0x4b, 0x92, 0x69], '階段'],
  ['ANSI_949', [0xb0, 0xe8, 0xb4, 0xdc], '계단'],
  ['BIG5', [0xbc, 0xd3, 0xb1, 0xe8], '樓梯'],
  ['mac-roman', [0x42, 0x9f, 0x72, 0x6f], 'Büro'],
])('reads texts in the code page %s', (codePage, bytes, text) => {
  expect(read(inPage('AC1015', codePage, bytes)).texts).toEqual([text])
})

it('reads UTF-8 since 2007 or where a file wrongly names page 1252 or none', () => {
  const utf8 = [...Buffer.from('Größe')]
  expect(read(inPage('AC1021', 'ANSI_1250', utf8)).texts).toEqual(['Größe'])
  expect(read(inPage('AC1009', 'ANSI_1252', utf8)).texts).toEqual(['Größe'])
  expect(read(dxfFile({ entities: entities('Größe') })).texts).toEqual(['Größe'])
})

it.each([
  ['ANSI_1250', 'Přízemí 12 m²'],
  ['dos852', 'Osvětlení'],
  ['ANSI_1251', 'План'],
  ['8859_2', 'Łódź'],
  ['ANSI_936', '一楼'],
  ['ANSI_932', '階段'],
])('reads UTF-8 although an old file declares the code page %s', (codePage, text) => {
  expect(read(inPage('AC1009', codePage, [...Buffer.from(text)])).texts).toEqual([text])
})

it.each(['\ufeff', '\n', '\r\n\r\n  '])('reads an old file in UTF-8 after a mark or empty lines: %j', (before) => {
  const page = inPage('AC1009', 'ANSI_1253', [...Buffer.from('Łazienka')])
  expect(read(Buffer.concat([Buffer.from('\ufeff'), Buffer.from(before), page])).texts).toEqual(['Łazienka'])
})

it('reads UTF-8 in binary files since 2007', () => {
  expect(read(createBinaryDxf('AC1027', Buffer.from('Přízemí'))).layers).toMatchObject([{ name: 'Přízemí' }])
  expect(read(createBinaryDxf('AC1015', Buffer.from('Größe', 'latin1'))).layers).toMatchObject([{ name: 'Größe' }])
})

it('reads UTF-8 although another line uses the code page', () => {
  const [utf8, page] = [inPage('AC1027', 'ANSI_1252', [...Buffer.from('Přízemí')]), Buffer.from([0x42, 0xfc])]
  const header = Buffer.from(`999\nB`)
  expect(read(Buffer.concat([header, page, Buffer.from('\n'), utf8])).texts).toEqual(['Přízemí'])
})

it('decodes escaped letters in texts and layers', () => {
  const found = read(dxfFile({ entities: entities('P\\U+0159ízemí \\M+182a0', 'Osv\\U+011btlen\\U+00ed') }))
  expect(found).toMatchObject({ texts: ['Přízemí あ'], layers: [{ name: 'Osvětlení' }] })
})

it.each([
  ['%%176C %%c120 %%P5 100%%%', '°C Ø120 ±5 100%'],
  ['%%uExit%%u ^J 2^ 3', 'Exit \n 2^3'],
  ['A {b} \\P c; d', 'A {b} \\P c; d'],
  ['25 m^2', '25 m^2'],
  ['%%127C %%128%%129%%130 %%065', '°C ±Ø‚ A'],
])('reads a text line: %s', (text, expectedPlain) => expect(plainText(text)).toBe(expectedPlain))

it.each([
  ['{\\LAula 12; piano terra\\l}\\PØ 120', 'Aula 12; piano terra\nØ 120'],
  ['\\A1;{\\fArial|b0|i0|c238|p34;Room; 3}', 'Room; 3'],
  ['{\\H2.5x;\\C1;\\W0.8;\\Q15;\\T1.2;High} low; end', 'High low; end'],
  ['\\C1Red; more', 'Red; more'],
  ['\\pi0,l2,xt4;Indented\\~text', 'Indented text'],
  ['\\S1/2; \\S3#4; \\S+0.1^-0.2;', '1/2 3/4 +0.1/-0.2'],
  ['C:\\\\Plans\\{a\\} %%c90 \\X next', 'C:\\Plans{a} Ø90 \n next'],
  ['3\\S1/2; m{\\H0.7x;\\S2^ ;} H\\S^ 2;O \\SA^;', '3 1/2 m² H₂O A'],
  ['\\Sa/b/c; \\Snone;', 'a/b/c none'],
  ['2^ 3 a^Ib^Jc', '2^3 a b\nc'],
  ['\\OOver\\o \\KStruck; out\\k', 'Over Struck; out'],
])('reads multi-line text without formats: %s', (text, expectedPlain) => expect(plainMtext(text)).toBe(expectedPlain))

it.each([
  ['\\H250;Room', 250],
  ['{\\fArial|b1;\\H2x;Room\\P7}', 20],
  ['{\\H2x;{\\H2x;R}oom} and more of it', 10],
  ['m{\\H0.5x;\\S2^ ;} of this room', 10],
  ['\\H;Room', 10],
])('has the height of most letters: %s', (text, height) => {
  const found = readDxf(dxfFile({ entities: [0, 'MTEXT', 10, 1, 20, 2, 40, 10, 1, text] }))
  expect(found && shapesOf(found, null)).toMatchObject([{ height }])
})

it('joins a letter split between two parts', () => {
  const found = read(dxfFile({ entities: [0, 'MTEXT', 3, 'P\\U+01', 1, '59ízemí', 10, 1, 20, 2, 40, 1] }))
  expect(found.texts).toEqual(['Přízemí'])
})

it('reads the paragraph embedded in an attribute, upright', () => {
  const attribute = [0, 'ATTRIB', 10, 1, 20, 1, 40, 1, 1, 'old', 2, 'NO', 70, 0, 71, 2]
  const paragraph = [101, 'Embedded Object', 10, 5, 20, 6, 40, 3, 71, 5, 1, '{\\fArial;Room}\\P7']
  const found = readDxf(dxfFile({ entities: [0, 'INSERT', 2, 'B', ...attribute, ...paragraph] }))
  expect(found && shapesOf(found, null)).toMatchObject([
    { text: 'Room\n7', at: [5, 6], height: 3, turned: 0, across: 'middle', down: 'middle' },
  ])
})

it('joins the parts of a long text and ignores embedded objects', () => {
  const blockEntities = [0, 'MTEXT', 1, 'end', 3, 'first, ', 3, 'second, ', 10, 1, 20, 2, 40, 1]
  const found = readDxf(dxfFile({ entities: [...blockEntities, 101, 'Embedded Object', 70, 1, 10, 9, 20, 9, 40, 7] }))
  expect(found && shapesOf(found, null)).toMatchObject([{ text: 'first, second, end', at: [1, 2], height: 1 }])
})
