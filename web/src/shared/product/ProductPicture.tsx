import { drawingBox, drawingOf } from '@vigilux/contract/features/catalogue/drawing.rules.ts'
import type { Product } from '@vigilux/contract/features/catalogue/product.ts'
import * as styles from './product.module.css'

type PictureProps = {
  product: Pick<Product, 'drawing' | 'dimensions'>
  /** Alternative text; without it the picture is decorative. */
  label?: string
}

/** Draws a product from its shape and dimensions, in the colors of the scheme. */
export function ProductPicture({ product, label }: PictureProps) {
  const drawing = (
    <svg
      className={styles.drawing}
      data-part="drawing"
      viewBox={`0 0 ${drawingBox.width} ${drawingBox.height}`}
      aria-hidden
    >
      {drawingOf(product).map((part) => {
        const { ink } = part
        if (part.form === 'path') return <path key={part.d} data-ink={ink} d={part.d} />
        const key = `${part.form} ${part.ink} ${part.x} ${part.y}`
        if (part.form === 'ellipse')
          return <ellipse key={key} data-ink={ink} cx={part.x} cy={part.y} rx={part.rx} ry={part.ry} />
        const { x, y, width, height, radius } = part
        return <rect key={key} data-ink={ink} x={x} y={y} width={width} height={height} rx={radius} />
      })}
    </svg>
  )
  if (!label) return drawing
  return (
    <span className={styles.drawing} data-part="drawing" role="img" aria-label={label}>
      {drawing}
    </span>
  )
}
