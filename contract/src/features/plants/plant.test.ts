import { describe, expect, it } from 'vitest'
import { plantAddress, plantDraft, plantOwner } from './plant.ts'

const address = {
  country: 'IT',
  housenumber: '12',
  city: 'Forlì',
  street: 'Via Roma',
  prov: 'FC',
  cap: '47121',
  lat: null,
  long: null,
}
const draft = { plantname: 'Scuola', plant_type: 'basic', address, timezone: 'Europe/Rome', owner: null }
const accepts = (change: object): boolean => plantDraft.safeParse({ ...draft, ...change }).success
const takesPlace = (change: object): boolean => plantAddress.safeParse({ ...address, ...change }).success

describe('plant form', () => {
  it.each(['12', '12-14', '12A', '1 bis', 'A'])('accepts the house number %j', (housenumber) => {
    expect(takesPlace({ housenumber })).toBe(true)
  })
  it.each(['', '-', '- -', '12/A'])('refuses the house number %j', (housenumber) => {
    expect(takesPlace({ housenumber })).toBe(false)
  })
  it.each([
    ['IT', true],
    ['NO', true],
    ['ZZ', false],
    ['it', false],
    ['', false],
  ])('checks the country: %j %s', (country, isTaken) => {
    expect(takesPlace({ country })).toBe(isTaken)
  })
  it.each([
    [null, null, []],
    [44.2, 12, []],
    [-90, 180, []],
    [0, 0, []],
    [44.2, null, ['long']],
    [null, 12, ['lat']],
  ])('requires both coordinates or neither: %j %j', (lat, long, missingField) => {
    const { error } = plantDraft.safeParse({ ...draft, plantname: '', address: { ...address, lat, long } })
    const messages = error?.issues.map(({ path, message }) => [path.join('.'), message])
    const refusedFields = missingField.map((field) => [`address.${field}`, 'position'])
    expect(messages).toEqual([['plantname', 'cannot_be_empty'], ...refusedFields])
  })
  // A bare offset has no summer time, and databases read its sign the other way round.
  it.each([
    ['Europe/Rome', true],
    ['Etc/GMT-2', true],
    ['UTC', true],
    ['+02:00', false],
    ['-0500', false],
    ['Europe/Nowhere', false],
  ])('checks the time zone: %j %s', (timezone, isTaken) => {
    expect(accepts({ timezone })).toBe(isTaken)
  })
  it.each([
    [' Anna.Berg@Haus.test ', 'Anna.Berg@Haus.test'],
    ['  ', ''],
    ['', ''],
  ])('trims the e-mail address of the owner: %j', (email, storedEmail) => {
    expect(plantOwner.parse({ name: 'Anna Berg', email, phone: '', piva: '' }).email).toBe(storedEmail)
  })
  it.each([
    ['anna', 'email'],
    [`${'a'.repeat(250)}@b.it`, 'too_long'],
  ])('refuses the address %j at its field', (email, error) => {
    const { error: ownerError } = plantOwner.safeParse({ name: '', email, phone: '', piva: '' })
    expect(ownerError?.issues.map(({ message }) => message)).toContain(error)
  })
})
