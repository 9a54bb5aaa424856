import { drawingBox, frameOf } from '@vigilux/contract/features/catalogue/drawing.rules.ts'
import type { Product } from '@vigilux/contract/features/catalogue/product.ts'
import { useFormats } from '../../shared/format/format.ts'
import { ProductPicture } from '../../shared/product/ProductPicture.tsx'

/** A product's picture with dimension lines for width and height. */
export function MeasuredPicture({ product, label }: { product: Product; label: string }) {
  const { number } = useFormats()
  const { dimensions } = product
  if (!dimensions) return <ProductPicture product={product} label={label} />
  const { x, y, width, height } = frameOf(dimensions)
  const above = y - 9
  const beside = x + width + 9
  return (
    <div className="vx-measured-picture">
      <ProductPicture product={product} label={label} />
      <svg className="vx-drawing vx-measures" viewBox={`0 0 ${drawingBox.width} ${drawingBox.height}`} aria-hidden>
        <path d={`M${x} ${above}H${x + width}M${x} ${above - 3}v6M${x + width} ${above - 3}v6`} />
        <path d={`M${beside} ${y}V${y + height}M${beside - 3} ${y}h6M${beside - 3} ${y + height}h6`} />
        <text x={x + width / 2} y={above - 4} textAnchor="middle">{`${number(dimensions.width)} mm`}</text>
        <text x={beside + 4} y={y + height / 2 + 2.5}>
          {number(dimensions.height)}
        </text>
      </svg>
    </div>
  )
}
