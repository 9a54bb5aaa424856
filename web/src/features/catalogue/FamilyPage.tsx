import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { useLanguageOfAddress } from './language-of-address.ts'
import { ProductLines } from './ProductLines.tsx'
import { UnknownCode } from './UnknownCode.tsx'
import './catalogue.css'

/** One family of products for everybody who has its code, with its products as links. */
export function FamilyPage() {
  useLanguageOfAddress()
  const { t } = useTranslation('catalogue')
  const { fid = '' } = useParams({ strict: false }) as { fid?: string }
  const info = useAction('getFamilyInfo', { familyId: fid })
  if (!info.data) return <UnknownCode error={info.error} of="unknownFamily" retry={() => void info.refetch()} />
  const { family, products } = info.data
  return (
    <article className="vx-product">
      <header className="vx-card vx-product-title">
        <h1>{family.name}</h1>
        <p>{[t(`kind.${family.kind}`), t('count', { count: products.length })].join(' · ')}</p>
      </header>
      <section className="vx-card">
        <h2>{t('members')}</h2>
        <ProductLines
          entries={products.map((product) => ({ product, detail: `${t(`kind.${product.kind}`)} · ${product.code}` }))}
        />
      </section>
      <p className="vx-product-note">{t('noPlant')}</p>
    </article>
  )
}
