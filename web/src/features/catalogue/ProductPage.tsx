import { ActionIcon, Button } from '@mantine/core'
import { IconDownload, IconShare2 } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useManual } from '../../shared/product/use-manual.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './catalogue.module.css'
import { KnownCode } from './KnownCode.tsx'
import { useLanguageOfAddress } from './language-of-address.ts'
import { MeasuredPicture } from './MeasuredPicture.tsx'
import { ProductLines } from './ProductLines.tsx'
import { useProductFactTexts } from './product-words.ts'

/** Public page of a product: by its address, or by a scanned label. */
export function ProductPage() {
  useLanguageOfAddress()
  const params = useParams({ strict: false }) as { productId?: string; pid?: string }
  const productId = params.productId ?? params.pid ?? ''
  return (
    <KnownCode otherwise="unknownProduct">
      <Product productId={productId} />
    </KnownCode>
  )
}

function Product({ productId }: { productId: string }) {
  const { t } = useTranslation('catalogue')
  const info = useAnswer('getProductInfo', { productId })
  const language = useLanguage()
  const { product, parts } = info
  return (
    <article className={styles.product}>
      <header className={`vx-card ${styles.productHead}`}>
        <div className={styles.productPicture}>
          <MeasuredPicture product={product} label={t('drawingOf', { name: product.name })} />
        </div>
        <div className={styles.productTitle}>
          <h1>{product.name}</h1>
          <p>{t(`kind.${product.kind}`)}</p>
          {product.remark ? <p>{product.remark[language]}</p> : null}
        </div>
      </header>
      <ProductFacts info={info} />
      {parts.length > 0 ? (
        <section className="vx-card">
          <h2>{t('word.spareParts')}</h2>
          <ProductLines
            entries={parts.map((part) => ({
              product: part.product,
              detail: `${t(`kind.${part.product.kind}`)} ${part.code}`,
              value: part.everyYears === null ? t('onFault') : t('everyYears', { count: part.everyYears }),
            }))}
          />
        </section>
      ) : null}
      <p className={styles.productNote}>{t('noPlant')}</p>
      <ProductFoot code={product.code} />
    </article>
  )
}

function ProductFacts({ info }: { info: ActionOutput<'getProductInfo'> }) {
  const facts = useProductFactTexts(info)
  return (
    <section className="vx-card">
      <dl>
        {facts.map(([label, value]) => (
          <div key={label} className={styles.productFact}>
            <dt>{label}</dt>
            <dd>
              {value === info.family.name ? (
                <AppLink to={pathTo('qrFamily', { fid: info.family.id })}>{value}</AppLink>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ProductFoot({ code }: { code: string }) {
  const { t } = useTranslation('catalogue')
  const manual = useManual(code)
  const share = async () => {
    const url = window.location.href
    try {
      if (navigator.share) return await navigator.share({ url })
      await navigator.clipboard.writeText(url)
      toastDone(t('linkCopied'))
    } catch {
      // Sharing was cancelled or refused: the address is in the browser's bar.
    }
  }
  return (
    <footer className={`${styles.productFoot} vx-no-print`}>
      <Button
        size="md"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={manual.isPending}
        onClick={() => manual.mutate()}
      >
        {t('manual')}
      </Button>
      <ActionIcon variant="default" size={42} aria-label={t('share')} onClick={() => void share()}>
        <IconShare2 size={18} aria-hidden />
      </ActionIcon>
    </footer>
  )
}
