import { describe, expect, it } from 'vitest'
import { positionMove } from './position.rules.ts'

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

describe('what becomes of a position', () => {
  it('is looked up for a new plant, unless somebody has set it', () => {
    expect(positionMove(null, { ...address, lat: null, long: null })).toBe('lookUp')
    expect(positionMove(null, { ...address, positionBy: 'address' })).toBe('lookUp')
    expect(positionMove(null, address)).toBe('hand')
    expect(positionMove(null, { ...address, lat: null, long: null, positionBy: 'hand' })).toBe('lookUp')
  })

  it('follows another address, and is kept while that stays what it was', () => {
    expect(positionMove(followed, { ...address, positionBy: 'address' })).toBe('keep')
    expect(positionMove(followed, address)).toBe('keep')
    expect(positionMove(followed, { ...address, city: 'Padova' })).toBe('lookUp')
    expect(positionMove({ ...followed, lat: null, long: null }, { ...address, lat: null, long: null })).toBe('lookUp')
  })

  it('stays where a hand has set it, until it is let go', () => {
    expect(positionMove(set, { ...address, city: 'Padova' })).toBe('hand')
    expect(positionMove(followed, { ...address, lat: 45.7 })).toBe('hand')
    expect(positionMove(set, { ...address, positionBy: 'address' })).toBe('lookUp')
    expect(positionMove(set, { ...address, lat: null, long: null })).toBe('lookUp')
  })
})
