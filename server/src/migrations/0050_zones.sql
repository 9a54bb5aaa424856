CREATE TABLE "aggregation_use" (
	"aggregation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"used_by" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "aggregation_use_aggregation_id_kind_used_by_pk" PRIMARY KEY("aggregation_id","kind","used_by")
);
--> statement-breakpoint
CREATE TABLE "zone_lamp" (
	"zone_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	CONSTRAINT "zone_lamp_zone_id_central_unit_id_serial_pk" PRIMARY KEY("zone_id","central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "zone" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "aggregation_use" ADD CONSTRAINT "aggregation_use_aggregation_id_aggregation_id_fk" FOREIGN KEY ("aggregation_id") REFERENCES "public"."aggregation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_lamp" ADD CONSTRAINT "zone_lamp_zone_id_zone_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zone"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_lamp" ADD CONSTRAINT "zone_lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone" ADD CONSTRAINT "zone_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "aggregation_use_by" ON "aggregation_use" USING btree ("used_by");--> statement-breakpoint
CREATE INDEX "zone_lamp_unit" ON "zone_lamp" USING btree ("central_unit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "zone_name" ON "zone" USING btree ("plant_id",lower("name"));