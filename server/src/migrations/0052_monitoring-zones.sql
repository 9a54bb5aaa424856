CREATE TABLE "monitoring_zone_lamp" (
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"zone_id" uuid NOT NULL,
	CONSTRAINT "monitoring_zone_lamp_central_unit_id_serial_pk" PRIMARY KEY("central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "monitoring_zone" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "monitoring_zone_lamp" ADD CONSTRAINT "monitoring_zone_lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_zone_lamp" ADD CONSTRAINT "monitoring_zone_lamp_zone_id_monitoring_zone_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."monitoring_zone"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_zone" ADD CONSTRAINT "monitoring_zone_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "monitoring_zone_lamp_zone" ON "monitoring_zone_lamp" USING btree ("zone_id");--> statement-breakpoint
CREATE UNIQUE INDEX "monitoring_zone_name" ON "monitoring_zone" USING btree ("plant_id",lower("name"));