import { IconLifebuoy } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { FilterChip } from '../../shared/table/FilterChip.tsx'
import { localDebounceMs, SearchField } from '../../shared/table/SearchField.tsx'
import { type SearchableQuestion, searchQuestions } from './find-questions.ts'
import { categories, questions } from './questions.ts'
import { ServiceState } from './ServiceState.tsx'
import * as styles from './support.module.css'
import { WriteToUs } from './WriteToUs.tsx'

/** Questions and answers with a typo-tolerant search, the state of the service, and contacts. */
export function SupportPage() {
  const { t } = useTranslation('support')
  const [{ q: searchText = '', about, from, request }, setSearch] = useSearchParams()
  const findMatches = useMemo(
    () =>
      searchQuestions(questions.map((one) => ({ ...one, ask: t(`ask.${one.name}`), answer: t(`answer.${one.name}`) }))),
    [t],
  )
  const type = useCallback((q: string) => setSearch({ q: q || undefined }), [setSearch])
  const found = findMatches(searchText)
  const shown = found.questions.filter(({ category }) => about === undefined || category === about)
  return (
    <>
      <PageHeader title={t('title')} facts={<span>{t('count', { count: questions.length })}</span>} />
      <div className={styles.support}>
        <div>
          <SearchField value={searchText} pauseMs={localDebounceMs} onChange={type} placeholder={t('search')} />
          <div className={layoutStyles.actions}>
            <FilterChip
              active={about === undefined}
              label={t('all')}
              onClick={() => setSearch({ about: undefined })}
              count={found.questions.length}
            />
            {categories.map((questionCategory) => (
              <FilterChip
                key={questionCategory}
                active={about === questionCategory}
                onClick={() => setSearch({ about: about === questionCategory ? undefined : questionCategory })}
                label={t(`category.${questionCategory}`)}
                count={found.questions.filter(({ category }) => category === questionCategory).length}
              />
            ))}
          </div>
          <section className={`vx-card ${styles.questions}`} aria-label={t('search')}>
            {found.tookFor ? <p className="vx-quiet">{t('tookFor', { words: found.tookFor })}</p> : null}
            {shown.length === 0 ? (
              <EmptyState icon={IconLifebuoy} title={t('nothing', { words: searchText })}>
                {t('nothingText')}
              </EmptyState>
            ) : (
              shown.map((one) => <Answer key={one.name} question={one} open={shown.length === 1} />)
            )}
          </section>
        </div>
        <div>
          <ServiceState />
          <AnswerBoundary>
            <WriteToUs words={searchText} page={from} request={request} />
          </AnswerBoundary>
        </div>
      </div>
    </>
  )
}

function Answer({
  question: { ask: questionText, answer, category },
  open,
}: {
  question: SearchableQuestion
  open: boolean
}) {
  const { t } = useTranslation('support')
  return (
    <details open={open || undefined}>
      <summary>
        <b>{questionText}</b>
        <span>{t(`category.${category}`)}</span>
      </summary>
      <p>{answer}</p>
    </details>
  )
}
