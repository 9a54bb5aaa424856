import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFileName, maxFileNameLength, parseByteRange, sanitizeFileName, uniqueFileName } from './file.rules.ts'

describe('sanitized file name', () => {
  it.each([
    ['certificate 2026.pdf', 'certificate 2026.pdf'],
    ['../../x', '_.._x'],
    ['..\\..\\windows\\win.ini', '_.._windows_win.ini'],
    ['/etc/passwd', '_etc_passwd'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\u200Bb\u2066c\u00ADd\uFEFF.pdf', 'abcd.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'a Set-Cookie_ x=1.pdf'],
    ['a\0b\u007F.pdf', 'ab.pdf'],
    ['a\t\0\tb', 'a b'],
    ['.htaccess', 'htaccess'],
    ['name. . .', 'name'],
    ['NUL.pdf', '_NUL.pdf'],
    ['com1', '_com1'],
    ['Prüfbuch Čeština Łódź.pdf', 'Prüfbuch Čeština Łódź.pdf'],
    ['e\u0301te.pdf', 'éte.pdf'],
    ['e\u200B\u0301te.pdf', 'éte.pdf'],
    ['', 'file'],
    ['...', 'file'],
    ['\ud800', 'file'],
  ])('of %j is %j', (name, safeName) => {
    expect(sanitizeFileName(name)).toBe(safeName)
  })

  it('is short and keeps its extension', () => {
    const name = sanitizeFileName(`${'é'.repeat(300)}.pdf`)
    expect([...name]).toHaveLength(maxFileNameLength)
    expect(name.endsWith('é.pdf')).toBe(true)
    expect([...sanitizeFileName(`a.${'b'.repeat(300)}`)]).toHaveLength(maxFileNameLength)
  })

  it('of any text is safe and stays the same when sanitized again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (fileName) => {
        const name = sanitizeFileName(fileName)
        expect(name).toMatch(/^[^/\\:*?"<>|\p{C}]+$/u)
        expect(name).not.toMatch(/^[.\s]|[.\s]$/)
        expect([...name].length).toBeLessThanOrEqual(maxFileNameLength)
        expect(sanitizeFileName(name)).toBe(name)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('generated file name', () => {
  const fileNameOf = (plantname?: string) =>
    createFileName({ title: 'Prüfbuch', day: '2026-11-27', plantname, type: 'pdf' })

  it('contains title, date and plant', () => {
    expect(fileNameOf('Hotel Bellavista')).toBe('Prüfbuch 2026-11-27 – Hotel Bellavista.pdf')
    expect(fileNameOf()).toBe('Prüfbuch 2026-11-27.pdf')
  })

  it('is safe for any plant name and keeps title, day and type', () => {
    expect(fileNameOf('../A/S: "Nord"')).toBe('Prüfbuch 2026-11-27 – .._A_S_ _Nord_.pdf')
    expect(fileNameOf('é'.repeat(200))).toMatch(/^Prüfbuch 2026-11-27 – é+\.pdf$/)
    expect([...fileNameOf('é'.repeat(200))]).toHaveLength(maxFileNameLength)
  })
})

describe('unique file name', () => {
  it.each([
    ['plan.pdf', [], 'plan.pdf'],
    ['plan.pdf', ['plan.pdf'], 'plan (2).pdf'],
    ['Plan.pdf', ['plan.PDF', 'plan (2).pdf'], 'Plan (3).pdf'],
    ['plan', ['plan'], 'plan (2)'],
  ])('of %j next to %j is %j', (name, existingNames, free) => {
    expect(uniqueFileName(name, existingNames)).toBe(free)
  })

  it('stays within the length limit and safe', () => {
    const longName = sanitizeFileName(`${'🏥'.repeat(300)}.pdf`)
    const free = uniqueFileName(longName, [longName])
    expect([...free]).toHaveLength(maxFileNameLength)
    expect(free.endsWith('🏥 (2).pdf')).toBe(true)
    expect(sanitizeFileName(free)).toBe(free)
  })
})

describe('byte range', () => {
  it.each([
    [undefined, null],
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=2-', { from: 2, to: 9 }],
    ['bytes=-3', { from: 7, to: 9 }],
    ['bytes=-30', { from: 0, to: 9 }],
    ['bytes=5-500', { from: 5, to: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['lines=0-1', null],
    ['bytes=1e3-', null],
  ])('%s of ten bytes is %j', (header, range) => {
    expect(parseByteRange(header, 10)).toEqual(range)
  })
})
