-- What an unfinished report was asked for stands in its job alone. Without its row the job ends, and the report can be ordered again.
DELETE FROM "report" WHERE "state" <> 'ready';--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "request" jsonb;--> statement-breakpoint
UPDATE "report" SET "kind" = CASE
  WHEN "paper" IS NOT NULL THEN "paper"
  WHEN "bill" IS NOT NULL THEN 'billOfMaterials'
  WHEN "period" IS NOT NULL THEN 'plant'
  ELSE 'test' END;--> statement-breakpoint
-- A finished report is only downloaded: whatever its row has not kept gets a value that names nothing.
UPDATE "report" SET "request" = CASE "kind"
  WHEN 'test' THEN jsonb_strip_nulls(jsonb_build_object('devicesType', 'all', 'result', "result_filter"))
  WHEN 'plant' THEN jsonb_build_object('period', "period", 'devicesType', 'all', 'search', '', 'byMail', false)
  WHEN 'billOfMaterials' THEN jsonb_build_object('of', "bill", 'withPrices', "with_prices")
  WHEN 'handover' THEN jsonb_build_object('handoverId', '00000000-0000-0000-0000-000000000000')
  WHEN 'logbook' THEN jsonb_build_object('search', '')
  WHEN 'energy' THEN jsonb_build_object('period', 'day', 'date', to_char("requested_at", 'YYYY-MM-DD'))
  WHEN 'floorPlan' THEN jsonb_build_object('planId', '00000000-0000-0000-0000-000000000000', 'paper', 'a4') END;--> statement-breakpoint
ALTER TABLE "report" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ALTER COLUMN "request" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "report" DROP COLUMN "period";--> statement-breakpoint
ALTER TABLE "report" DROP COLUMN "bill";--> statement-breakpoint
ALTER TABLE "report" DROP COLUMN "paper";--> statement-breakpoint
ALTER TABLE "report" DROP COLUMN "with_prices";--> statement-breakpoint
ALTER TABLE "report" DROP COLUMN "result_filter";--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_test_by_kind" CHECK (case kind when 'test' then test_id is not null when 'plant' then true else test_id is null end);--> statement-breakpoint
ALTER TABLE IF EXISTS "report" DROP CONSTRAINT IF EXISTS "report_period_known";--> statement-breakpoint
ALTER TABLE IF EXISTS "report" DROP CONSTRAINT IF EXISTS "report_bill_known";--> statement-breakpoint
ALTER TABLE IF EXISTS "report" DROP CONSTRAINT IF EXISTS "report_paper_known";--> statement-breakpoint
ALTER TABLE IF EXISTS "report" DROP CONSTRAINT IF EXISTS "report_result_filter_known";--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_kind_known" CHECK ("kind" IN ('test', 'plant', 'billOfMaterials', 'handover', 'logbook', 'energy', 'floorPlan'));
