import { describe, expect, it } from 'vitest'
import { decidePositionUpdate } from './position.rules.ts'

const address = {
  country: 'IT' as const,
  city: 'Treviso',
  street: 'Via Roma',
  housenumber: '1',
  prov: 'TV',
  cap: '31100',
  lat: 45.66,
  long: 12.24,
}
const followed = { ...address, positionBy: 'address' as const }
const set = { ...address, positionBy: 'hand' as const }

describe('plant position', () => {
  it('is looked up for a new plant unless a person has set it', () => {
    expect(decidePositionUpdate(null, { ...address, lat: null, long: null })).toBe('lookUp')
    expect(decidePositionUpdate(null, { ...address, positionBy: 'address' })).toBe('lookUp')
    expect(decidePositionUpdate(null, address)).toBe('hand')
    expect(decidePositionUpdate(null, { ...address, lat: null, long: null, positionBy: 'hand' })).toBe('lookUp')
  })

  it('follows a changed address', () => {
    expect(decidePositionUpdate(followed, { ...address, positionBy: 'address' })).toBe('keep')
    expect(decidePositionUpdate(followed, address)).toBe('keep')
    expect(decidePositionUpdate(followed, { ...address, city: 'Padova' })).toBe('lookUp')
    expect(decidePositionUpdate({ ...followed, lat: null, long: null }, { ...address, lat: null, long: null })).toBe(
      'lookUp',
    )
  })

  it('stays where a person has set it until it is released', () => {
    expect(decidePositionUpdate(set, { ...address, city: 'Padova' })).toBe('hand')
    expect(decidePositionUpdate(followed, { ...address, lat: 45.7 })).toBe('hand')
    expect(decidePositionUpdate(set, { ...address, positionBy: 'address' })).toBe('lookUp')
    expect(decidePositionUpdate(set, { ...address, lat: null, long: null })).toBe('lookUp')
  })
})
