import { z } from 'zod'

/** URL template of map tiles with zoom, column and row: `https://tiles.example/{z}/{x}/{y}.png`. */
const tilesUrl = z
  .string()
  .refine((value) => /^https?:\/\/[a-z0-9.-]+(:\d+)?\/\S+$/i.test(value), {
    error: 'must be an http or https address, as in https://tiles.example/{z}/{x}/{y}.png',
  })
  .refine((value) => ['{z}', '{x}', '{y}'].every((open) => value.includes(open)), {
    error: 'must contain {z}, {x} and {y}',
  })

/** The operator's map settings. */
export const mapVariables = {
  MAP_TILES_URL: tilesUrl.optional(),
  MAP_TILES_ATTRIBUTION: z.string().max(200).default(''),
}

export type MapTiles = { url: string; attribution: string } | null

/** Null if no external map source is configured. */
export const mapTilesOf = (values: { MAP_TILES_URL?: string | undefined; MAP_TILES_ATTRIBUTION: string }): MapTiles =>
  values.MAP_TILES_URL ? { url: values.MAP_TILES_URL, attribution: values.MAP_TILES_ATTRIBUTION } : null
