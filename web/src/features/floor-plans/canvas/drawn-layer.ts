import { Konva } from 'konva/lib/_CoreInternals.js'

/** A layer of the stage with a single shape, which draws everything on it. */
export function drawnLayer(draw: (context: CanvasRenderingContext2D) => void): InstanceType<typeof Konva.Layer> {
  const layer = new Konva.Layer({ listening: false })
  const sceneFunc = (context: { _context: CanvasRenderingContext2D }) => draw(context._context)
  layer.add(new Konva.Shape({ listening: false, perfectDrawEnabled: false, sceneFunc }))
  return layer
}
