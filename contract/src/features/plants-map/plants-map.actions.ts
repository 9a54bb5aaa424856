import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { countryCodes } from '../../kernel/countries.ts'
import { degrees, line, page, timeZone } from '../../kernel/primitives.ts'
import { overviewActions } from '../overview/overview.actions.ts'
import { plantSummary } from '../plants/plant.ts'
import { mapBox, mapLimits, mapPin } from './plants-map.ts'

/** The filters of the plant list also apply to the map. */
const chosen = overviewActions.getAllPlants.input.omit({
  sort: true,
  descending: true,
  page: true,
  pageSize: true,
}).shape

const position = z.object({ lat: z.number(), long: z.number() })

/** Plants on a map. */
export const plantsMapActions = defineActions({
  /**
   * Returns the pins of a part of the map for the caller's plants; overlapping ones form one pin with a count and their
   * worst condition. Without a box, the box of all these plants is computed and used.
   */
  getPlantsOnMap: {
    permission: 'signedIn',
    input: z.strictObject({
      ...chosen,
      box: mapBox.optional(),
      zoom: z.int().min(0).max(mapLimits.zoom).default(mapLimits.zoom),
    }),
    output: z.object({
      pins: z.array(mapPin).max(mapLimits.pins),
      /** Plants in this part of the map. */
      plants: z.int(),
      /** Plants without a known position. */
      without: z.int(),
      /** Box of all selected plants; null if none has a position, or if the call has a box. */
      box: z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() }).nullable(),
    }),
    errors: [],
    effect: 'read',
    program: 'read',
    cost: 4,
  },
  /** Lists the plants in a part of the map, or those without a position, worst first. */
  getPlantsInView: {
    permission: 'signedIn',
    input: z.strictObject({
      ...chosen,
      /** Omitted for the plants without a known position. */
      box: mapBox.optional(),
      page,
      pageSize: z.int().min(1).max(100).default(25),
    }),
    output: z.object({ plants: z.array(plantSummary) }),
    errors: [],
    effect: 'read',
    program: 'read',
    cost: 2,
  },
  /**
   * Looks up position and time zone of a place in the built-in gazetteer; with a position, returns the time zone there.
   * Unknown values are null.
   */
  findPosition: {
    permission: 'signedIn',
    input: z.strictObject({
      country: z.enum(countryCodes),
      city: line(80),
      prov: line(40).default(''),
      at: z.strictObject({ lat: degrees(90), long: degrees(180) }).optional(),
    }),
    output: z.object({ position: position.nullable(), timezone: timeZone.nullable() }),
    errors: [],
    effect: 'read',
    program: 'read',
    cost: 2,
  },
  /** Returns the source of the map pictures, if the operator has set one; otherwise the product draws its own. */
  getMapTiles: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ tiles: z.object({ url: z.string(), attribution: z.string() }).nullable() }),
    errors: [],
    effect: 'read',
    program: 'read',
  },
})
