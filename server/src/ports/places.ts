/** A point on the earth, in degrees. */
export type Position = { lat: number; long: number }

/** What is known of an address by the names of its place; what stands in the form, in any of the languages of the place. */
export type PlaceQuery = { country: string; city: string; prov: string }

/** Where places lie. Carried by the product: nobody outside is asked. */
export type Places = {
  /** The middle of a place; of several of one name that of the province, else the largest. Null where it is not known. */
  find(place: PlaceQuery): Promise<Position | null>
  /** The IANA time zone there. */
  zoneAt(position: Position): string
}
