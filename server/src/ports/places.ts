/** A geographic position, in degrees. */
export type Position = { lat: number; long: number }

/** Place names of an address as entered in the form, in any local language. */
export type PlaceQuery = { country: string; city: string; prov: string }

/** Positions of places, from data bundled with the product: no external service is used. */
export type Places = {
  /** Center of a place. Among places of the same name, the one in the province, else the largest; null if unknown. */
  find(place: PlaceQuery): Promise<Position | null>
  /** The IANA time zone at a position. */
  zoneAt(position: Position): string
}
