import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import * as styles from './catalogue.module.css'
import { KnownCode } from './KnownCode.tsx'
import { useLanguageOfAddress } from './language-of-address.ts'
import { ProductLines } from './ProductLines.tsx'

/** Public page of a product family by its code, with links to its products. */
export function FamilyPage() {
  useLanguageOfAddress()
  const { fid = '' } = useParams({ strict: false }) as { fid?: string }
  return (
    <KnownCode otherwise="unknownFamily">
      <Family familyId={fid} />
    </KnownCode>
  )
}

function Family({ familyId }: { familyId: string }) {
  const { t } = useTranslation('catalogue')
  const { family, products } = useAnswer('getFamilyInfo', { familyId })
  return (
    <article className={styles.product}>
      <header className={`vx-card ${styles.productTitle}`}>
        <h1>{family.name}</h1>
        <p>{[t(`kind.${family.kind}`), t('count', { count: products.length })].join(' · ')}</p>
      </header>
      <section className="vx-card">
        <h2>{t('members')}</h2>
        <ProductLines
          entries={products.map((product) => ({ product, detail: `${t(`kind.${product.kind}`)} · ${product.code}` }))}
        />
      </section>
      <p className={styles.productNote}>{t('noPlant')}</p>
    </article>
  )
}
