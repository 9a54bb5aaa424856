import { expect, test } from 'vitest'
import { findLabeledSerials, isSerialLabel } from './serial-label.rules.ts'

test.each([
  'SN#A1B2C3',
  'S-N: A1B2C3',
  'S. No. A1B2C3',
  'Serial#: A1B2C3',
  'serial_number=A1B2C3',
  'Serien Nr. A1B2C3',
  'Fabriknummer: A1B2C3',
  'N. serie A1B2C3',
  'Numero seriale: A1B2C3',
  'Matricola n. A1B2C3',
  'N° SÉRIE A1B2C3',
  'nume\u0301ro de se\u0301rie A1B2C3',
  'Núm. de serie: A1B2C3',
  'Výrobní číslo: A1B2C3',
  'Seriove cislo A1B2C3',
  'Nr fabryczny A1B2C3',
  'SN: 0xA1B2C3',
  'SN: A1:B2:C3',
  'SN: A1-B2-C3',
  'SN: "A1B2C3"',
  '{"sn":"A1B2C3","model":"ST-18"}',
  '<SN>A1B2C3</SN>',
  '[SN] A1B2C3',
  'ID: 1234 SN: A1B2C3',
  'SN%3A%20A1B2C3',
  'https://maker.test/l?S%2FN=A1B2C3',
  'https://link.example/?u=https%3A%2F%2Fmaker.test%2F%3Fsn%3DA1B2C3',
])('a labeled serial is found: %j', (content) => {
  const serials = findLabeledSerials(content).flat()
  expect(serials.map((serial) => serial.toUpperCase())).toContain('A1B2C3')
})

test('a label without a serial has none, and other formats have no labels', () => {
  for (const content of ['SN:', 'SN ZZ', 'tel:123456', 'WIFI:T:WPA;S:net;P:x;ID=1234;;', 'sn://A1B2C3'])
    expect(findLabeledSerials(content).flat()).toEqual([])
})

test('a header of a column is a label in any language, without accents and case', () => {
  for (const header of [
    'serial number',
    'seriennummer',
    'numero de serie',
    'vyrobni cislo',
    'nr fabryczny',
    'matricola',
  ])
    expect(isSerialLabel(header), header).toBe(true)
  for (const header of ['number', 'name', 'serial killer', '']) expect(isSerialLabel(header), header).toBe(false)
})
