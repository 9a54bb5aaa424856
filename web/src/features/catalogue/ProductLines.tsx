import type { ProductLine } from '@vigilux/contract/features/catalogue/product.ts'
import type { ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { supportedLanguage } from '../../shared/i18n/languages.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { ProductPicture } from '../../shared/product/ProductPicture.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './catalogue.module.css'

export type ListedProduct = { product: ProductLine; detail: string; value?: ReactNode }

/** Links to product pages, in this page's language if the address names it. */
export function ProductLines({ entries }: { entries: readonly ListedProduct[] }) {
  const [search] = useSearchParams()
  const language = useLanguage()
  const languageParam = supportedLanguage(search.lang) ? { lang: language } : undefined
  return (
    <ul className={styles.productLines}>
      {entries.map(({ product, detail, value }) => (
        <li key={product.code}>
          <AppLink className={styles.productLine} to={pathTo('product', { productId: product.code }, languageParam)}>
            <span className={styles.productThumb}>
              <ProductPicture product={product} />
            </span>
            <span>
              <b>{product.name}</b>
              <small>{detail}</small>
            </span>
            {value ? <span>{value}</span> : <span />}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
