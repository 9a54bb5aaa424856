import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ApiFailure } from '@vigilux/client/failure.ts'
import { useTranslation } from 'react-i18next'
import { pathTo } from '../../site-map.ts'
import type { ActionOutput } from '../api/actions.ts'
import { failureOf } from '../api/api-failure.ts'
import { actionQuery } from '../api/use-action.ts'
import { AppLink } from '../navigation.tsx'
import { ProductPicture } from './ProductPicture.tsx'
import * as styles from './product.module.css'
import { useManual } from './use-manual.ts'

type ProductInfo = ActionOutput<'getProductInfo'>

/** Cache time of a product: the catalogue changes a few times a year. */
const freshMs = 60_000

/** A product of the catalogue; null when it has no such code, undefined while unknown. */
export function useProduct(code: string | null): ProductInfo | null | undefined {
  const { data, error } = useQuery<ProductInfo, ApiFailure>({
    ...actionQuery('getProductInfo', { productId: code ?? '' }),
    enabled: code !== null && code !== '',
    staleTime: freshMs,
  })
  if (data) return data
  return error && ['PRODUCT_NOT_FOUND', 'INVALID_INPUT'].includes(failureOf(error).code) ? null : undefined
}

/** The product of a lamp or unit: picture, name, order code, battery and spare parts, with page and manual. */
export function ProductCard({ code }: { code: string }) {
  const { t } = useTranslation('product')
  const info = useProduct(code)
  if (info) return <KnownProduct info={info} />
  return (
    <div className={styles.productCard}>
      <span className={styles.productCardMore}>
        <b>{info === null ? t('unknown') : code}</b>
        <small>{info === null ? t('unknownCode', { code }) : '\u00A0'}</small>
      </span>
    </div>
  )
}

/** The product alone, once it is known. */
export function KnownProduct({ info }: { info: ProductInfo }) {
  const { t } = useTranslation('product')
  const { product, parts } = info
  const manual = useManual(product.code)
  const battery = parts.find(({ code }) => code === product.batteryCode)?.product.name
  const otherParts = parts.filter(({ code }) => code !== product.batteryCode)
  return (
    <div className={styles.productCard}>
      <span className={styles.productCardPicture}>
        <ProductPicture product={product} />
      </span>
      <span>
        <b>{product.name}</b>
        <small>{t('codes', { code: product.code, order: product.orderCode })}</small>
        {product.batteryCode ? (
          <small>{t('battery', { battery: [product.batteryCode, battery].filter(Boolean).join(' · ') })}</small>
        ) : null}
        {otherParts.length > 0 ? (
          <small>
            {t('parts', { parts: otherParts.map(({ code, product: part }) => `${code} ${part.name}`).join(', ') })}
          </small>
        ) : null}
      </span>
      <div className={styles.productCardLinks}>
        <AppLink className="vx-finger" to={pathTo('product', { productId: product.code })}>
          {t('page')}
        </AppLink>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={manual.isPending}
          onClick={() => manual.mutate()}
        >
          {t('manual')}
        </Button>
      </div>
    </div>
  )
}
