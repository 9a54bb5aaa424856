CREATE TABLE "favourite_plant" (
	"user_id" uuid NOT NULL,
	"plant_id" uuid NOT NULL,
	CONSTRAINT "favourite_plant_user_id_plant_id_pk" PRIMARY KEY("user_id","plant_id")
);
--> statement-breakpoint
ALTER TABLE "favourite_plant" ADD CONSTRAINT "favourite_plant_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_plant" ADD CONSTRAINT "favourite_plant_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favourite_plant_plant" ON "favourite_plant" USING btree ("plant_id");--> statement-breakpoint
CREATE FUNCTION favourite_plant_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM favourite_plant WHERE user_id = OLD.user_id AND plant_id = OLD.plant_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plant_member_favourite AFTER DELETE ON plant_member
	FOR EACH ROW EXECUTE FUNCTION favourite_plant_of_member();
