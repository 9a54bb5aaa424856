import { describe, expect, test } from 'vitest'
import { plantOwner } from '../plants/plant.ts'
import { businessFields, email, personName, verificationCode } from './account.ts'
import { factorCode } from './sign-in-methods.ts'

describe('typed text with invisible characters', () => {
  test.each([
    ['mario@rossi.it\u200B', 'mario@rossi.it'],
    ['\uFEFFMario@\u2060rossi.it\u00A0', 'mario@rossi.it'],
    ['\u202Amario@rossi.it\u202C', 'mario@rossi.it'],
    ['mario\u00AD@rossi.it\u200D', 'mario@rossi.it'],
    ['ｍａｒｉｏ＠ｒｏｓｓｉ．ｉｔ', 'mario@rossi.it'],
    ['mario＠rossi。it', 'mario@rossi.it'],
    ['mario@rossi.it.', 'mario@rossi.it'],
    ['mario\u2212r@rossi\u2013auto.it', 'mario-r@rossi-auto.it'],
    ['d’amico@rossi.it', "d'amico@rossi.it"],
    ['mario+vigilux@rossi.it', 'mario+vigilux@rossi.it'],
    ['info@müller.de.', 'info@xn--mller-kva.de'],
    ['Info@XN--Mller-Kva.DE', 'info@xn--mller-kva.de'],
    ['info@XN--E1AFMKFD.XN--P1AI', 'info@xn--e1afmkfd.xn--p1ai'],
    ['info@müller.de', 'info@xn--mller-kva.de'],
    ['Info@MU\u0308LLER.de', 'info@xn--mller-kva.de'],
    ['info@xn--mller-kva.de', 'info@xn--mller-kva.de'],
    ['biuro@żółw.pl', 'biuro@xn--w-uga1v8h.pl'],
    ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['info@xn--e1afmkfd.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
    ['info@ελ.ελ', 'info@xn--qxam.xn--qxam'],
  ])('accepts %j as an address', (typed, address) => {
    expect(email.parse(typed)).toBe(address)
    expect(plantOwner.parse({ name: '', email: typed, phone: '', piva: '' }).email.toLowerCase()).toBe(address)
  })

  test.each([
    'a@b@müller.de',
    'a@müller.de/x',
    'a@müller',
    'müller.de',
    'a@mül ler.de',
    'a\n@müller.de',
    'a@b.c-d',
    'a@b.xn--',
    'a@xn--p1ai',
    'a@b.it..',
    'a@b,it',
    '"a b"@c.it',
  ])('refuses %j as an address', (typed) => {
    expect(email.safeParse(typed).success).toBe(false)
  })

  test.each([
    ['Anna\u00A0Maria', 'Anna Maria'],
    ['Anna\u2011Maria', 'Anna-Maria'],
    ['Anna\u2010Maria\u200B', 'Anna-Maria'],
    ['\u2009Jose\u0301 ', 'José'],
    ['Zo\u00ADe\u200D\u0308', 'Zoë'],
    ['Ｍａｒｉｏ\u3000Ｄ＇Amico', "Mario D'Amico"],
    ['D`Amico', "D'Amico"],
    ['O\u00B4Neil', "O'Neil"],
    ['O\u2018Neil', "O'Neil"],
    ['O\u2019Neil', 'O\u2019Neil'],
    ['Anna\u2013Maria', 'Anna-Maria'],
    ['Mario\u3164', 'Mario'],
  ])('accepts %j as a name', (typedText, name) => {
    expect(personName.parse(typedText)).toBe(name)
  })

  test.each(['\u3164', '\u115F\u1160', '\u200D', "'"])('refuses %j as a name', (typedText) => {
    expect(personName.safeParse(typedText).success).toBe(false)
  })

  test.each(['IT\u200B123 456 700 17', 'ＩＴ１２３４５６７００１７', 'it\u2011123.456.700\u221217'])(
    'accepts %j as a VAT number',
    (typedText) => {
      expect(businessFields.piva.parse(typedText)).toBe('IT12345670017')
    },
  )

  test.each([
    '123-456',
    '123\u2011456',
    '123 456\u200B',
    '\u00A0123\u2009456',
    '１２３４５６',
    '123–456',
    '123\u2212456',
  ])('accepts %j as a code', (typedText) => {
    expect(verificationCode.parse(typedText)).toBe('123456')
    expect(factorCode.parse(typedText)).toBe('123456')
  })
})
