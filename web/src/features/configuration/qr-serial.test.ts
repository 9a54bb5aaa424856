import { expect, test } from 'vitest'
import { serialInQr } from './qr-serial.ts'

test.each([
  ['A1B2C3', 'A1B2C3'],
  [' a1b2c301\n', 'A1B2C301'],
  ['https://vigilux.test/qr?sn=A1B2C3&fw=12', 'A1B2C3'],
  ['SN:A1B2C3;CODE:1300005A7', 'A1B2C3'],
  ['GX99 hello', undefined],
  ['A1B2', undefined],
])('%j holds the serial %s', (content, serial) => {
  expect(serialInQr(content, [6, 8])).toBe(serial)
})
