CREATE TABLE "failed_test" (
	"central_unit_id" uuid NOT NULL,
	"addr" integer NOT NULL,
	"kind" text NOT NULL,
	"serial" text NOT NULL,
	"test_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reason" text,
	"measured_s" integer,
	"rated_min" integer,
	"of_former_lamp" boolean NOT NULL,
	CONSTRAINT "failed_test_central_unit_id_addr_kind_pk" PRIMARY KEY("central_unit_id","addr","kind")
);
--> statement-breakpoint
ALTER TABLE "central_unit" ALTER COLUMN "counts" SET DEFAULT '{"conditions":{},"types":{},"errors":{},"inhibited":0,"total":0}'::jsonb;--> statement-breakpoint
ALTER TABLE "lamp" ADD COLUMN "mode_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "lamp" ADD COLUMN "reported" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "lamp" ADD COLUMN "found" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "lamp" ADD COLUMN "faults_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "failed_test" ADD CONSTRAINT "failed_test_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "lamp" SET "mode_since" = "condition_since", "reported" = array_remove("errors", 'battery_duration_under_30s'),
  "found" = CASE WHEN 'battery_duration_under_30s' = ANY ("errors") THEN '{battery_duration_under_30s}'::text[] ELSE '{}'::text[] END,
  "faults_since" = CASE WHEN "errors" <> '{}' THEN "condition_since" END;
--> statement-breakpoint
INSERT INTO "failed_test" ("central_unit_id", "addr", "kind", "serial", "test_id", "since", "at", "reason", "measured_s", "rated_min", "of_former_lamp")
SELECT lamp.central_unit_id, lamp.addr, kind, lamp.serial, last.test_id, first.at, last.at, last.reason, last.measured_s, last.rated_min, false
FROM "lamp" CROSS JOIN unnest('{functional,autonomy}'::text[]) AS kind
  LEFT JOIN LATERAL (
    SELECT max(result.at) AS at FROM "test_result" AS result JOIN "test_run" AS run ON run.id = result.test_id
    WHERE run.central_unit_id = lamp.central_unit_id AND run.kind = kind AND result.serial = lamp.serial
      AND result.result = 'passed' AND NOT result.clock_wrong
  ) AS passed ON true
  CROSS JOIN LATERAL (
    SELECT result.at FROM "test_result" AS result JOIN "test_run" AS run ON run.id = result.test_id
    WHERE run.central_unit_id = lamp.central_unit_id AND run.kind = kind AND result.serial = lamp.serial
      AND result.result = 'failed' AND result.at >= coalesce(passed.at, '-infinity') ORDER BY result.at LIMIT 1
  ) AS first
  CROSS JOIN LATERAL (
    SELECT result.* FROM "test_result" AS result JOIN "test_run" AS run ON run.id = result.test_id
    WHERE run.central_unit_id = lamp.central_unit_id AND run.kind = kind AND result.serial = lamp.serial
      AND result.result = 'failed' AND result.at >= coalesce(passed.at, '-infinity') ORDER BY result.at DESC LIMIT 1
  ) AS last
WHERE lamp.serial <> '';--> statement-breakpoint
UPDATE "lamp" SET "found" = "found" || failed.codes,
  "errors" = array(SELECT code FROM unnest("errors") AS code
    WHERE code <> ALL (failed.codes) AND NOT (code = 'battery_test_failure' AND 'autonomy_test_failed' = ANY (failed.codes))) || failed.codes,
  "condition" = CASE WHEN "mode" IS NULL THEN 'unknown' WHEN "mode" = 'emergency' THEN 'emergency' ELSE 'error' END
FROM (SELECT central_unit_id, addr, array_agg(kind || '_test_failed') AS codes FROM "failed_test" GROUP BY 1, 2) AS failed
WHERE lamp.central_unit_id = failed.central_unit_id AND lamp.addr = failed.addr;--> statement-breakpoint
UPDATE "central_unit" SET "counts" = jsonb_build_object(
  'total', (SELECT count(*) FROM "lamp" WHERE lamp.central_unit_id = central_unit.id),
  'inhibited', (SELECT count(*) FROM "lamp" WHERE lamp.central_unit_id = central_unit.id AND lamp.mode IN ('inhibited', 'rest')),
  'conditions', coalesce((SELECT jsonb_object_agg(condition, n) FROM (SELECT condition, count(*) AS n FROM "lamp" WHERE lamp.central_unit_id = central_unit.id GROUP BY 1) AS counted), '{}'),
  'types', coalesce((SELECT jsonb_object_agg(type, n) FROM (SELECT type, count(*) AS n FROM "lamp" WHERE lamp.central_unit_id = central_unit.id GROUP BY 1) AS counted), '{}'),
  'errors', coalesce((SELECT jsonb_object_agg(error, n) FROM (SELECT error, count(*) AS n FROM "lamp" CROSS JOIN unnest(lamp.errors) AS error WHERE lamp.central_unit_id = central_unit.id GROUP BY 1) AS counted), '{}'));
