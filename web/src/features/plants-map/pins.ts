import type { MapBox, MapPin } from '@vigilux/contract/features/plants-map/plants-map.ts'
import type { LatLngBounds } from 'leaflet'
import { styleOf } from '../../shared/status/states.ts'
import type { View } from './MapCanvas.tsx'

/** Worst first, then from north and west: the keyboard's order. */
export function inReadingOrder(pins: readonly MapPin[]): MapPin[] {
  return pins.toSorted(
    (a, b) => styleOf(b.condition).severity - styleOf(a.condition).severity || b.lat - a.lat || a.long - b.long,
  )
}

const rounded = (value: number, limit: number) => Math.max(-limit, Math.min(limit, Math.round(value * 10_000) / 10_000))

/** The visible part of the map, for a request. */
export function boxOf(bounds: LatLngBounds): MapBox {
  return {
    south: rounded(bounds.getSouth(), 90),
    west: rounded(bounds.getWest(), 180),
    north: rounded(bounds.getNorth(), 90),
    east: rounded(bounds.getEast(), 180),
  }
}

/** Whether plants are too close for any zoom to separate them. */
export function isOnePoint({ south, west, north, east }: MapBox): boolean {
  return north - south < 0.0002 && east - west < 0.0002
}

/** The map's position as in the address: `45.1,12.3,7`. */
export function formatView({ lat, long, zoom }: View): string {
  return [rounded(lat, 90), rounded(long, 180), zoom].join(',')
}

/** Undefined when the value is missing or invalid. */
export function parseView(text: string | undefined): View | undefined {
  const parts = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [lat = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = parts
  const isView = Math.abs(lat) <= 90 && Math.abs(longitude) <= 180 && Number.isInteger(zoom) && zoom >= 2 && zoom <= 19
  return parts.length === 3 && isView ? { lat, long: longitude, zoom } : undefined
}
