-- Readings are stored packed from here on: an older version, which cannot read them, must refuse the database.
SELECT 1;
