import { expect, test } from 'vitest'
import { parseQrCode } from './qr-code.rules.ts'

const lamp = (serial: string) => ({ kind: 'lamp', serial })

test.each([
  ['A1B2C301', lamp('A1B2C301')],
  [' a1b2c3\n', lamp('A1B2C3')],
  ['1A2B', lamp('1A2B')],
  ['SN: A1B2C3', lamp('A1B2C3')],
  ['TYPE=ST-18;SERIAL=a1b2c301;W=8', lamp('A1B2C301')],
  ['https://vigilux.test/#/qr/ST-18?sn=A1B2C3', lamp('A1B2C3')],
  ['https://vigilux.test/#/qr/ST-18', { kind: 'product', id: 'ST-18' }],
  ['https://vigilux.test/#/products/1300005A7?lang=de', { kind: 'product', id: '1300005A7' }],
  ['https://vigilux.test/#/qrf/stella', { kind: 'family', id: 'stella' }],
  ['https://vigilux.test/#/qr/', { kind: 'unknown' }],
  ['WIFI:S:Ospite;T:WPA;P:ABCDEF;;', { kind: 'unknown' }],
  ['8012345678905', { kind: 'unknown' }],
  ['https://maker.test/ABCDEFG', { kind: 'unknown' }],
  ['', { kind: 'unknown' }],
  ['https://id.gs1.org/01/08012345678905/21/A1B2C3', lamp('A1B2C3')],
  ['https://maker.test/01/08012345678905/10/LOT1/21/a1b2c3?17=290101', lamp('A1B2C3')],
  ['(01)08012345678905(21)A1B2C3', lamp('A1B2C3')],
  ['010801234567890521A1B2C3', lamp('A1B2C3')],
  [']d2010801234567890521A1B2C3\u001d10LOT', lamp('A1B2C3')],
  ['S/N A1B2C3', lamp('A1B2C3')],
  ['S/N: A1B2C3', lamp('A1B2C3')],
  ['Matr. A1B2C3', lamp('A1B2C3')],
  ['matricola=A1B2C3', lamp('A1B2C3')],
  ['Serial No. A1B2C3', lamp('A1B2C3')],
  ['Seriennummer: A1B2C301', lamp('A1B2C301')],
  ['Nr seryjny A1B2C3', lamp('A1B2C3')],
  ['ID: A1B2C3', lamp('A1B2C3')],
  ['ST-18\nSN A1B2C3\n4 W', lamp('A1B2C3')],
  ['https://maker.test/lamps?serial=A1B2C3&lang=it', lamp('A1B2C3')],
  ['https://www.ristorante.example/menu?id=202611', { kind: 'unknown' }],
  ['www.ristorante.example/menu?id=202611', { kind: 'unknown' }],
  ['https://bit.ly/3abcde', { kind: 'unknown' }],
  ['https://photos.example/p/123456', { kind: 'unknown' }],
  ['https://video.example/shorts/12345678', { kind: 'unknown' }],
  ['https://maker.test/lamps/A1B2C301?lang=it', { kind: 'unknown' }],
  ['https://bar.example/cafe', { kind: 'unknown' }],
  ['https://bar.example/#serial/cafe', { kind: 'unknown' }],
  ['Identity: cafe', { kind: 'unknown' }],
])('a QR code is read: %j', (content, code) => {
  expect(parseQrCode(content)).toEqual(code)
})

test.each(['N.º de série\u00a0: A1B2C3', 'SN：Ａ１Ｂ２Ｃ３', 'A1B2C3\u200b', '\u0002A1B2C3\u0003'])(
  'a serial with compatibility or invisible characters is read: %j',
  (content) => {
    expect(parseQrCode(content)).toEqual(lamp('A1B2C3'))
  },
)

test.each([
  ['two lamps', 'SN: A1B2C3\nSN: D4E5F6'],
  ['a part of a longer number', 'SN: A1B2C3-77'],
  ['an address of hardware', 'SN: 00:1A:2B:3C:4D:5E'],
  ['a GS1 lot that hides the serial', '010801234567890510AB21A1B2C3'],
  ['a date in an address', 'https://blog.example/2026/01/05/21/cafe'],
  ['a contact', 'BEGIN:VCARD\nN:Rossi;ID: 1234\nNOTE:SN: 1234\nEND:VCARD'],
  ['a short contact', 'MECARD:N:Rossi;SN:123456;;'],
  ['a network', 'WIFI:T:WPA;S:net;P:x;ID=1234;;'],
  ['a message', 'smsto:1234:SN A1B2C3'],
  ['a sign-in', 'otpauth://totp/X?serial=ABCDEF'],
  ['a payment', 'upi://pay?sn=123456'],
  ['a transfer', 'BCD\n002\n1\nSCT\nID: 1234'],
  ['an app', 'intent://x#Intent;sn=1234;end'],
  ['a phone number', 'tel:123456'],
  ['an address of mail', 'mailto:cafe@maker.test'],
])('%s is no lamp: %j', (_what, content) => {
  expect(parseQrCode(content)).toEqual({ kind: 'unknown' })
})

test('text longer than a QR code is read quickly', () => {
  const startedAt = performance.now()
  expect(parseQrCode(`${'sn='.repeat(200_000)} `)).toEqual({ kind: 'unknown' })
  expect(performance.now() - startedAt).toBeLessThan(200)
})
