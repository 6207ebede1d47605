//! A cache that is bounded by the weight of its values.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

/// A cache of values with weights, such as their sizes in bytes. It keeps the values used last, up to a total weight.
///
/// The values are in two generations. When the younger one has half of the maximum weight, it replaces the older one; a value
/// that is used moves to the younger one.
#[derive(Debug)]
pub struct BoundedCache<K, V> {
    max_weight: usize,
    young: HashMap<K, (V, usize)>,
    young_weight: usize,
    old: HashMap<K, (V, usize)>,
}

impl<K: Eq + Hash, V> BoundedCache<K, V> {
    /// Returns an empty cache with a maximum weight.
    pub fn new(max_weight: usize) -> BoundedCache<K, V> {
        BoundedCache { max_weight, young: HashMap::new(), young_weight: 0, old: HashMap::new() }
    }

    /// Returns the value of a key.
    pub fn get<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        if let Some((key, (value, weight))) = self.old.remove_entry(key) {
            self.insert(key, value, weight);
        }
        self.young.get(key).map(|(value, _)| value)
    }

    /// Inserts a value. One that is heavier than half of the maximum is not kept.
    pub fn insert(&mut self, key: K, value: V, weight: usize) {
        if weight > self.max_weight / 2 {
            return;
        }
        if self.young_weight + weight > self.max_weight / 2 {
            self.old = std::mem::take(&mut self.young);
            self.young_weight = 0;
        }
        self.young_weight += weight;
        if let Some((_, replaced)) = self.young.insert(key, (value, weight)) {
            self.young_weight -= replaced;
        }
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }

    /// Returns whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_keeps_the_values_used_last_within_its_weight() {
        let mut cache = BoundedCache::new(100);
        for number in 0..1_000 {
            cache.insert(number, number, 10);
            assert_eq!(cache.get(&0), Some(&0), "a value in use stays");
            assert!(cache.len() <= 10);
        }
        assert_eq!(cache.get(&999), Some(&999));
        assert_eq!(cache.get(&1), None);
        cache.insert(7, 7, 51);
        assert_eq!(cache.get(&7), None, "a value that is too heavy");
    }
}
