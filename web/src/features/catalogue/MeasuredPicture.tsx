import { drawingBox, frameOf } from '@vigilux/contract/features/catalogue/drawing.rules.ts'
import type { Product } from '@vigilux/contract/features/catalogue/product.ts'
import { useFormats } from '../../shared/format/format.ts'
import { ProductPicture } from '../../shared/product/ProductPicture.tsx'
import * as productStyles from '../../shared/product/product.module.css'
import * as styles from './catalogue.module.css'

/** A product's picture with dimension lines for width and height. */
export function MeasuredPicture({ product, label }: { product: Product; label: string }) {
  const { number } = useFormats()
  const { dimensions } = product
  if (!dimensions) return <ProductPicture product={product} label={label} />
  const { x, y, width, height } = frameOf(dimensions)
  const labelY = y - 9
  const labelX = x + width + 9
  return (
    <div className={styles.measuredPicture}>
      <ProductPicture product={product} label={label} />
      <svg
        className={`${productStyles.drawing} ${styles.measures}`}
        data-part="drawing"
        viewBox={`0 0 ${drawingBox.width} ${drawingBox.height}`}
        aria-hidden
      >
        <path d={`M${x} ${labelY}H${x + width}M${x} ${labelY - 3}v6M${x + width} ${labelY - 3}v6`} />
        <path d={`M${labelX} ${y}V${y + height}M${labelX - 3} ${y}h6M${labelX - 3} ${y + height}h6`} />
        <text x={x + width / 2} y={labelY - 4} textAnchor="middle">{`${number(dimensions.width)} mm`}</text>
        <text x={labelX + 4} y={y + height / 2 + 2.5}>
          {number(dimensions.height)}
        </text>
      </svg>
    </div>
  )
}
