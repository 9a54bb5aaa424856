import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { countryCodes } from '../../kernel/countries.ts'
import { degrees, line, page, timeZone } from '../../kernel/primitives.ts'
import { overviewActions } from '../overview/overview.actions.ts'
import { plantSummary } from '../plants/plant.ts'
import { mapBox, mapLimits, mapPin } from './plants-map.ts'

/** What chooses plants in the list chooses them on the map. */
const chosen = overviewActions.getAllPlants.input.omit({
  sort: true,
  descending: true,
  page: true,
  pageSize: true,
}).shape

const position = z.object({ lat: z.number(), long: z.number() })

export const plantsMapActions = defineActions({
  /**
   * The pins of a part of the map: plants that the caller may see, those that would lie over each other as one with its count, in the
   * worst of their conditions. Without a box the part in which all of them lie is told first, and answered.
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
      /** Plants whose position is not known. */
      without: z.int(),
      /** Where all lie that are chosen; null where none has a position, or a box was asked for. */
      box: z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() }).nullable(),
    }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** The plants in a part of the map, or those without a position, worst first. */
  getPlantsInView: {
    permission: 'signedIn',
    input: z.strictObject({
      ...chosen,
      /** Without it, the plants whose position is not known. */
      box: mapBox.optional(),
      page,
      pageSize: z.int().min(1).max(100).default(25),
    }),
    output: z.object({ plants: z.array(plantSummary) }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /**
   * Where a place lies, by a gazetteer that the product carries, and the time zone there; with a position the zone of that is told. Null what
   * is not known.
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
    cost: 2,
  },
  /** Where the pictures of the map come from, if the operator has set it; without it the product draws its own. */
  getMapTiles: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ tiles: z.object({ url: z.string(), attribution: z.string() }).nullable() }),
    errors: [],
    effect: 'read',
  },
})
