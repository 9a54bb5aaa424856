import { groups } from './dxf.ts'

/** Small drawings, as drawing programs would write them. */

export const svgDrawing = Buffer.from(
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200">
  <script>alert(1)</script><image href="http://127.0.0.1:9/outside.png" width="10" height="10"/>
  <rect x="10" y="10" width="280" height="180" fill="none" stroke="black"/></svg>`,
)

/** Two pages as cairo writes them, the second with a smaller rectangle; text about a page may mention pages too. */
export const svgOfTwoPages = Buffer.from(
  `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300pt" height="200pt" viewBox="0 0 300 200" version="1.2">
<defs><g><symbol id="g1"><path d="M0 0H9V9Z"/></symbol></g></defs>
<pageSet>
<page>
<g id="surface1"><rect width="300" height="200"/><use xlink:href="#g1"/></g>
</page>
<page page-orientation="0">
<g id="surface1"><rect x="10" y="10" width="20" height="20"/></g>
</page>
</pageSet>
</svg>`,
)

/** All content lies outside the page. */
export const svgBeyondItsPage = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><rect x="900" y="10" width="20" height="20"/></svg>',
)

/** A4 and a square, each with a rectangle on it. */
export const pdfOfTwoPages = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 842 595]/Contents 4 0 R>>endobj
4 0 obj<</Length 44>>stream
2 w 50 50 100 100 re S 100 100 m 30 30 l S
endstream endobj
5 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj
trailer<</Root 1 0 R>>`)

/** A hall of 10 by 5 m in millimeters, with a door on a separate layer; optionally without a unit. */
export const dxfDrawing = ({
  unit = 4,
  extraEntities = '',
}: {
  unit?: number | null
  extraEntities?: string
} = {}): Buffer =>
  Buffer.from(
    [
      ...(unit === null ? [] : [groups(0, 'SECTION', 2, 'HEADER', 9, '$INSUNITS', 70, unit, 0, 'ENDSEC')]),
      groups(0, 'SECTION', 2, 'BLOCKS', 0, 'BLOCK', 8, 0, 2, 'Door', 10, 0, 20, 0),
      groups(0, 'ARC', 8, 0, 10, 0, 20, 0, 40, 900, 50, 0, 51, 90, 0, 'ENDBLK', 8, 0, 0, 'ENDSEC'),
      groups(0, 'SECTION', 2, 'ENTITIES'),
      groups(0, 'LWPOLYLINE', 8, 'Walls', 90, 4, 70, 1, 10, 0, 20, 0, 10, 10_000, 20, 0),
      groups(10, 10_000, 20, 5_000, 10, 0, 20, 5_000),
      groups(0, 'INSERT', 8, 'Doors', 2, 'Door', 10, 2_000, 20, 0),
      groups(0, 'TEXT', 8, 'Text', 10, 1_000, 20, 1_000, 40, 400, 1, 'Hall <1> & 2'),
      ...(extraEntities === '' ? [] : [extraEntities]),
      groups(0, 'ENDSEC', 0, 'EOF'),
    ].join('\n'),
  )

export const dxfLines = (count: number): string =>
  Array.from({ length: count }, (_, at) => groups(0, 'LINE', 8, 'L', 10, at, 20, 0, 11, at, 21, 9)).join('\n')

/** A circle on a layer with these letters, in meters, in the binary form of a version of AutoCAD. */
export const createBinaryDxf = (version: string, layer: Uint8Array): Buffer => {
  const code = (number: number) => Buffer.from(Uint16Array.of(number).buffer)
  const text = (number: number, value: string) => [code(number), Buffer.from(`${value}\0`, 'latin1')]
  const decimal = (number: number, value: number) => [code(number), Buffer.from(Float64Array.of(value).buffer)]
  const int16 = (number: number, value: number) => [code(number), Buffer.from(Int16Array.of(value).buffer)]
  return Buffer.concat([
    Buffer.from('AutoCAD Binary DXF\r\n\u001a\0', 'latin1'),
    ...text(0, 'SECTION'),
    ...text(2, 'HEADER'),
    ...text(9, '$ACADVER'),
    ...text(1, version),
    ...text(9, '$DWGCODEPAGE'),
    ...text(3, 'ANSI_1252'),
    ...text(9, '$INSUNITS'),
    ...int16(70, 6),
    ...text(0, 'ENDSEC'),
    ...text(0, 'SECTION'),
    ...text(2, 'ENTITIES'),
    ...text(0, 'CIRCLE'),
    ...text(5, '2F'),
    code(8),
    layer,
    Buffer.of(0),
    ...decimal(10, -4.1),
    ...decimal(20, 3),
    ...decimal(40, 2),
    ...text(0, 'ENDSEC'),
    ...text(0, 'EOF'),
  ])
}
export const binaryDxf = createBinaryDxf('AC1015', Buffer.from('Größe', 'latin1'))

/** A page with a password, encrypted with 256-bit AES. */
export const protectedPdf = Buffer.from(
  'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5zaW9uTGV2ZWwgOCA+PiA+PiAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL0NvdW50IDEgL0tpZHMgWyAzIDAgUiBdIC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ29udGVudHMgNCAwIFIgL01lZGlhQm94IFsgMCAwIDQwMCAyMDAgXSAvUGFyZW50IDIgMCBSIC9SZXNvdXJjZXMgPDwgL0ZvbnQgPDwgL0YxIDw8IC9CYXNlRm9udCAvSGVsdmV0aWNhIC9TdWJ0eXBlIC9UeXBlMSAvVHlwZSAvRm9udCA+PiA+PiA+PiAvVHlwZSAvUGFnZSA+PgplbmRvYmoKNCAwIG9iago8PCAvTGVuZ3RoIDExMiAvRmlsdGVyIC9GbGF0ZURlY29kZSA+PgpzdHJlYW0KLea1LQsEXfWCWnWE851RXYML3lBaSfnM/1KCrw1xWv3NEhhveRyL2a0ESw+4HJiJjDunElBuU5MBVWQRpyJCpAUalMysNs3h2P1HNfa2zsKFwP0bOkgcpZ9F3pqIMtNzRwwEx7fIF6vEp2bCFZszxWVuZHN0cmVhbQplbmRvYmoKNSAwIG9iago8PCAvQ0YgPDwgL1N0ZENGIDw8IC9BdXRoRXZlbnQgL0RvY09wZW4gL0NGTSAvQUVTVjMgL0xlbmd0aCAzMiA+PiA+PiAvRmlsdGVyIC9TdGFuZGFyZCAvTGVuZ3RoIDI1NiAvTyA8ZmYzZjNhN2VlYjhmZGU4OWEyZDBiNTExMjJmY2ZhNTFkYjg0Zjg0YzBhMWExNDJkYTNkNmM4YTU2ZDE0YzYzMjRhZjAxZDg2OTViNjZhZTQzYjA4NzNhNTVhMjQ3NGY5PiAvT0UgPDU2YjFkYjBkNDdjN2IyOWUwODdmZDAwMDlhY2ZiYjAxZjA1MzMzMDg2MWU0NWRhNDkyZmMwNjFlMjNmNTFlYmE+IC9QIC00IC9QZXJtcyA8ZDc5Y2MzNWI1YTM3Yzg2NTMwZDI5YzMxOTgzN2UxYjk+IC9SIDYgL1N0bUYgL1N0ZENGIC9TdHJGIC9TdGRDRiAvVSA8YTQ4NzVkZTcxNjE5NGRmODE0M2IwNmRkMGVhMjc2OGExOGU3OGM3M2NjZmJkZjlhYTg4MzhiNGM1ZjM3ZDk4ZTAzODg5ZThhNDZjYmZhMjNkMWI2NDA1MzM3MThhZTRkPiAvVUUgPGIwYmRiNGVhZjhiZmJhMTBlMjlhODQyZGU1NjMzOTBlOGIyOTE0NWE5MzNlMWQzYjkxNWNiZmU5OGVlNzM4Nzg+IC9WIDUgPj4KZW5kb2JqCnhyZWYKMCA2CjAwMDAwMDAwMDAgNjU1MzUgZiAKMDAwMDAwMDAxNSAwMDAwMCBuIAowMDAwMDAwMTMwIDAwMDAwIG4gCjAwMDAwMDAxODkgMDAwMDAgbiAKMDAwMDAwMDM2NiAwMDAwMCBuIAowMDAwMDAwNTQ5IDAwMDAwIG4gCnRyYWlsZXIgPDwgL1Jvb3QgMSAwIFIgL1NpemUgNiAvSUQgWzwzMGVjNjdlYTY1MzU2NDA0NzEwNjI4ZTFmNzkxYTFmNT48MzBlYzY3ZWE2NTM1NjQwNDcxMDYyOGUxZjc5MWExZjU+XSAvRW5jcnlwdCA1IDAgUiA+PgpzdGFydHhyZWYKMTA5NgolJUVPRgo=',
  'base64',
)
