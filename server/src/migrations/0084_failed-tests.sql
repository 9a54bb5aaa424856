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
